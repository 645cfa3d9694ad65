import { extname } from 'node:path';
import type { EscapeMode } from '../localization/vocabulary';
import { checkStrings } from './check-strings';
import { formatOf, unknownFormat } from './formats';
import { InputError, unlessReported, type Warn } from './input-error';
import { readJsonStrings } from './json-strings';
import { readText } from './read-text';
import type { EntryReader, ReadString } from './source-entry';

/** The strings of a source file, in its order; the escape mode is for INI files. */
export async function readSource(
  file: string,
  escape: EscapeMode = 'no-escape',
  warn?: Warn,
): Promise<ReadString[]> {
  const format = formatOf(file);
  if (format === null) {
    const remedy =
      extname(file).toLowerCase() === '.xlsx'
        ? '; for an .xlsx file, give its address as url, and the service reads it'
        : '';
    throw new InputError([{ file, line: null, key: null, message: unknownFormat() + remedy }]);
  }
  const text = await readText(file, { otherEncoding: format.otherEncoding });
  return stringsOf(file, text, format.reader(escape), warn);
}

/** The strings of a text in JSON; `name` is for whoever reads what is wrong with it. */
export function readSourceJson(name: string, text: string): ReadString[] {
  return stringsOf(name, text, readJsonStrings);
}

function stringsOf(file: string, text: string, readEntries: EntryReader, warn?: Warn): ReadString[] {
  const read = unlessReported(
    file,
    (report) => {
      const entries = readEntries(text, report);
      return entries && checkStrings(entries, report);
    },
    warn,
  );
  if (read.length > 0) return read;
  throw new InputError([{ file, line: null, key: null, message: 'has no strings' }]);
}
