import { extname } from 'node:path';
import type { ColumnNames } from '../domain/release-file';
import type { SourceString } from '../localization/requests';
import type { EscapeMode } from '../localization/vocabulary';
import { readAndroidStrings } from './android-strings';
import { checkStrings, type NotedString } from './check-strings';
import { csvStringsReader } from './csv-strings';
import { iniStringsReader } from './ini-strings';
import { InputError, unlessReported, type Report } from './input-error';
import { readJsonStrings, readYamlStrings } from './json-strings';
import { readBytes, readText } from './read-text';
import type { EntryReader, SourceEntry } from './source-entry';
import { tableStrings } from './table-strings';
import { readXliffStrings } from './xliff-strings';
import { XlsxFault } from './xlsx-archive';
import { sheetRows } from './xlsx-rows';
import { openSheet } from './xlsx-workbook';

/** What a reader has to know beside the file. */
export interface ReadingOptions {
  /** Of INI files. */
  escape?: EscapeMode | undefined;
  /** Of tables. */
  columns?: ColumnNames | undefined;
  /** Of workbooks. */
  sheet?: string | undefined;
}

/** The strings of a source file, in its order; the escape mode is for INI files. */
export async function readSource(file: string, escape: EscapeMode = 'no-escape'): Promise<NotedString[]> {
  const { strings } = await readSourceFile(file, { escape });
  if (strings.length > 0) return strings;
  throw new InputError([{ file, line: null, key: null, message: 'has no strings' }]);
}

/** The strings of a text in JSON; `name` is for whoever reads what is wrong with it. */
export function readSourceJson(name: string, text: string): SourceString[] {
  const { strings } = judged(name, (report) => readJsonStrings(text, report));
  if (strings.length > 0) return strings;
  throw new InputError([{ file: name, line: null, key: null, message: 'has no strings' }]);
}

interface SourceFileRead {
  strings: NotedString[];
  /** Of each string. */
  lines: number[];
}

/** There may be none in it. */
export async function readSourceFile(file: string, options: ReadingOptions): Promise<SourceFileRead> {
  if (extname(file).toLowerCase() === '.xlsx') return readWorkbook(file, options);
  const readEntries = entryReader(file, options);
  const text = await readText(file);
  return judged(file, (report) => readEntries(text, report));
}

async function readWorkbook(file: string, { sheet, columns }: ReadingOptions): Promise<SourceFileRead> {
  const bytes = await readBytes(file);
  const opened = await openSheet(bytes, sheet).catch((error: unknown) => {
    if (!(error instanceof XlsxFault)) throw error;
    throw new InputError([{ file, line: null, key: null, message: error.message }]);
  });
  return judged(file, (report) => tableStrings(sheetRows(opened, report) ?? [], { columns }, report));
}

function judged(file: string, read: (report: Report) => SourceEntry[] | null): SourceFileRead {
  return unlessReported(file, (report) => {
    const entries = read(report);
    return entries && { strings: checkStrings(entries, report), lines: entries.map(({ idLine }) => idLine) };
  });
}

function entryReader(file: string, { escape = 'no-escape', columns }: ReadingOptions): EntryReader {
  switch (extname(file).toLowerCase()) {
    case '.json':
      return readJsonStrings;
    case '.yaml':
    case '.yml':
      return readYamlStrings;
    case '.csv':
      return csvStringsReader(columns);
    case '.tsv':
      return csvStringsReader(columns, '\t');
    case '.ini':
      return iniStringsReader(escape);
    case '.xlf':
    case '.xliff':
      return readXliffStrings;
    case '.xml':
      return readAndroidStrings;
    default: {
      const message = 'must be a .json, .csv, .tsv, .xlsx, .yaml, .yml, .xlf, .xliff, .xml or .ini file';
      throw new InputError([{ file, line: null, key: null, message }]);
    }
  }
}
