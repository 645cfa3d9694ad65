import type { EscapeMode } from '../../src/localization/vocabulary';
import { InputError, type Finding, type Warn } from '../../src/source/input-error';
import { readSourceFile } from '../../src/source/read-source';
import type { ReadString } from '../../src/source/source-entry';

/** The strings of one file that has some; the escape mode is for INI files. */
export async function readSource(file: string, escape?: EscapeMode, warn?: Warn): Promise<ReadString[]> {
  const doubts: Finding[] = [];
  const { strings } = await readSourceFile(file, { escape }, (found) => doubts.push(...found));
  if (strings.length === 0) throw new InputError(doubts);
  if (doubts.length > 0) warn?.(doubts);
  return strings;
}
