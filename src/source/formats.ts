/** The formats of source files. Messages and docs/sources.md name them from here, and nowhere else is a list of them. */
import { extname } from 'node:path';
import { readAndroidStrings } from './android-strings';
import { readAppleStrings } from './apple-strings';
import { readArbStrings } from './arb-strings';
import { csvStringsReader } from './csv-strings';
import { iniStringsReader } from './ini-strings';
import type { Report } from './input-error';
import { readJsonStrings, readYamlStrings } from './json-strings';
import { readPlistStrings } from './plist-strings';
import { readPoStrings } from './po-strings';
import { readPropertiesStrings } from './properties-strings';
import type { OtherEncoding } from './read-text';
import type { EntryReader, ReadingOptions, SourceEntry } from './source-entry';
import { openWorkbook } from './workbook-strings';
import { readXcstrings } from './xcstrings';
import { readXliffStrings } from './xliff-strings';

interface Format {
  name: string;
  /** In lower case, with the dot. */
  extensions: readonly string[];
}

interface TextFormat extends Format {
  /** How the tools of this format write a text that is not UTF-8. */
  otherEncoding?: OtherEncoding;
  reader: (options: ReadingOptions) => EntryReader;
}

/** Of bytes that are no text. */
interface ByteFormat extends Format {
  open: (bytes: Buffer, options: ReadingOptions) => Promise<(report: Report) => SourceEntry[] | null>;
}

export type SourceFormat = TextFormat | ByteFormat;

export const sourceFormats: readonly SourceFormat[] = [
  { name: 'JSON', extensions: ['.json'], reader: () => readJsonStrings },
  { name: 'YAML', extensions: ['.yaml', '.yml'], reader: () => readYamlStrings },
  { name: 'CSV', extensions: ['.csv'], reader: ({ columns }) => csvStringsReader(columns) },
  { name: 'TSV', extensions: ['.tsv'], reader: ({ columns }) => csvStringsReader(columns, '\t') },
  { name: 'Excel', extensions: ['.xlsx'], open: openWorkbook },
  { name: 'INI', extensions: ['.ini'], reader: ({ escape = 'no-escape' }) => iniStringsReader(escape) },
  { name: 'XLIFF', extensions: ['.xlf', '.xliff'], reader: () => readXliffStrings },
  { name: 'Android', extensions: ['.xml'], reader: () => readAndroidStrings },
  { name: 'gettext', extensions: ['.po', '.pot'], reader: () => readPoStrings },
  { name: 'ARB', extensions: ['.arb'], reader: () => readArbStrings },
  {
    name: 'Apple strings',
    extensions: ['.strings'],
    otherEncoding: 'utf-16',
    reader: () => (text, report) =>
      (text.trimStart().startsWith('<') ? readPlistStrings : readAppleStrings)(text, report),
  },
  { name: 'Apple plurals', extensions: ['.stringsdict'], reader: () => readPlistStrings },
  { name: 'String Catalog', extensions: ['.xcstrings'], reader: () => readXcstrings },
  {
    name: 'Java properties',
    extensions: ['.properties'],
    otherEncoding: 'latin1',
    reader: () => readPropertiesStrings,
  },
];

export function formatOf(file: string): SourceFormat | null {
  const extension = extname(file).toLowerCase();
  return sourceFormats.find(({ extensions }) => extensions.includes(extension)) ?? null;
}

/** `must be a .json, .yaml, … or .properties file` */
export function unknownFormat(): string {
  const known = sourceFormats.flatMap(({ extensions }) => extensions);
  return `must be a ${known.slice(0, -1).join(', ')} or ${known.at(-1)} file`;
}
