import { extname } from 'node:path';
import type { SourceString } from '../localization/requests';
import type { EscapeMode } from '../localization/vocabulary';
import { checkStrings } from './check-strings';
import { readCsvStrings } from './csv-strings';
import { iniStringsReader } from './ini-strings';
import { InputError, unlessReported } from './input-error';
import { readJsonStrings, readYamlStrings } from './json-strings';
import { readText } from './read-text';
import type { EntryReader } from './source-entry';

/** The strings of a source file, in its order; the escape mode is for INI files. */
export async function readSource(file: string, escape: EscapeMode = 'no-escape'): Promise<SourceString[]> {
  const readEntries = entryReader(file, escape);
  return stringsOf(file, await readText(file), readEntries);
}

/** The strings of a text in JSON; `name` is for whoever reads what is wrong with it. */
export function readSourceJson(name: string, text: string): SourceString[] {
  return stringsOf(name, text, readJsonStrings);
}

function stringsOf(file: string, text: string, readEntries: EntryReader): SourceString[] {
  const strings = unlessReported(file, (report) => {
    const entries = readEntries(text, report);
    return entries && checkStrings(entries, report);
  });
  if (strings.length > 0) return strings;
  throw new InputError([{ file, line: null, key: null, message: 'has no strings' }]);
}

function entryReader(file: string, escape: EscapeMode): EntryReader {
  const extension = extname(file).toLowerCase();
  switch (extension) {
    case '.json':
      return readJsonStrings;
    case '.yaml':
    case '.yml':
      return readYamlStrings;
    case '.csv':
      return readCsvStrings;
    case '.ini':
      return iniStringsReader(escape);
    default: {
      const remedy =
        extension === '.xlsx' ? '; for an .xlsx file, give its address as url, and the service reads it' : '';
      const message = `must be a .json, .csv, .yaml, .yml or .ini file${remedy}`;
      throw new InputError([{ file, line: null, key: null, message }]);
    }
  }
}
