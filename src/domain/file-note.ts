import type { ExportedFile } from './status';

/** What was found in an exported file: `12 keys`, or that nobody looked; empty where neither is known. */
export function fileNote({ checked, keys }: Pick<ExportedFile, 'checked' | 'keys'>): string {
  if (!checked) return 'not checked';
  if (keys === null) return '';
  return keys === 1 ? '1 key' : `${keys} keys`;
}

/** Which of the files nobody could look into, and what that means; null: none. */
export function uncheckedNote(files: readonly Pick<ExportedFile, 'checked' | 'path'>[]): string | null {
  const unread = files.filter(({ checked }) => !checked).map(({ path }) => path);
  if (unread.length === 0) return null;
  return (
    `Not checked, because the layout or encoding is not one that locrelease reads: ${unread.join(', ')}. ` +
    'The files are as the service made them.'
  );
}
