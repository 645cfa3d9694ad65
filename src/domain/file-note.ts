import type { ExportedFile } from './status';

/** What was found in an exported file: `12 keys`, or that nobody looked; empty where neither is known. */
export function fileNote({ checked, keys }: Pick<ExportedFile, 'checked' | 'keys'>): string {
  if (!checked) return 'not checked';
  if (keys === null) return '';
  return keys === 1 ? '1 key' : `${keys} keys`;
}
