import { counted } from './counted';
import type { ExportedFile } from './status';

/**
 * What was found in an exported file: `12 keys of this release`, or that nobody looked; empty where neither is known. It
 * holds what the project has, and so may have more.
 */
export function fileNote({
  checked,
  keys,
  keysOf,
}: Pick<ExportedFile, 'checked' | 'keys' | 'keysOf'>): string {
  if (!checked) return 'not checked';
  if (keys === null) return '';
  return keysOf === 'file' ? counted(keys, 'key') : `${counted(keys, 'key')} of this release`;
}

/** Which of the files nobody could look into, and what that means. */
export function uncheckedNotes(files: readonly Pick<ExportedFile, 'checked' | 'path'>[]): string[] {
  const unread = files.filter(({ checked }) => !checked).map(({ path }) => path);
  if (unread.length === 0) return [];
  return [
    `Not checked, because nothing of the release was found in it, or the layout or encoding is not one that locrelease reads: ${unread.join(', ')}. ` +
      'The files are as the service made them.',
  ];
}
