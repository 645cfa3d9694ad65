/** The only list of source formats, from which messages and docs/formats.md take their names. */
import { extname } from 'node:path';
import { readAndroidStrings } from './android-strings';
import { readAppleStrings, readPlistStrings, readXcstrings } from './apple-strings';
import { readArbStrings } from './arb-strings';
import { csvStringsReader } from './table-strings';
import { iniStringsReader } from './ini-strings';
import type { Report } from '../input-error';
import { readJsonStrings, readYamlStrings } from './json-strings';
import { readPoStrings } from './po-strings';
import { readPropertiesStrings } from './properties-strings';
import type { OtherEncoding } from '../read-text';
import type { EntryReader, ReadingOptions, SourceEntry } from '../source-entry';
import { openWorkbook } from './xlsx-strings';
import { readXliffStrings } from './xliff-strings';

export type SourceFormat = {
  name: string;
  /** The name that is stored with a release; `files --as source` works if an export format has the same one. */
  as: string;
  /** In lower case, with the dot. */
  extensions: readonly string[];
} & (
  | {
      /** The encoding that this format's tools use besides UTF-8. */
      otherEncoding?: OtherEncoding;
      reader: (options: ReadingOptions) => EntryReader;
    }
  /** A binary format. */
  | { open: (bytes: Buffer, options: ReadingOptions) => Promise<(report: Report) => SourceEntry[]> }
);

export const sourceFormats: readonly SourceFormat[] = [
  { name: 'JSON', as: 'json', extensions: ['.json'], reader: () => readJsonStrings },
  { name: 'YAML', as: 'yaml', extensions: ['.yaml', '.yml'], reader: () => readYamlStrings },
  { name: 'CSV', as: 'csv', extensions: ['.csv'], reader: ({ columns }) => csvStringsReader(columns) },
  { name: 'TSV', as: 'tsv', extensions: ['.tsv'], reader: ({ columns }) => csvStringsReader(columns, '\t') },
  { name: 'Excel', as: 'excel', extensions: ['.xlsx'], open: openWorkbook },
  {
    name: 'INI',
    as: 'ini',
    extensions: ['.ini'],
    reader: ({ escape = 'no-escape' }) => iniStringsReader(escape),
  },
  { name: 'XLIFF', as: 'xliff', extensions: ['.xlf', '.xliff'], reader: () => readXliffStrings },
  { name: 'Android', as: 'android', extensions: ['.xml'], reader: () => readAndroidStrings },
  { name: 'gettext', as: 'po', extensions: ['.po', '.pot'], reader: () => readPoStrings },
  { name: 'ARB', as: 'arb', extensions: ['.arb'], reader: () => readArbStrings },
  {
    name: 'Apple strings',
    as: 'apple',
    extensions: ['.strings'],
    otherEncoding: 'utf-16',
    reader: () => (text, report) =>
      (text.trimStart().startsWith('<') ? readPlistStrings : readAppleStrings)(text, report),
  },
  { name: 'Apple plurals', as: 'stringsdict', extensions: ['.stringsdict'], reader: () => readPlistStrings },
  { name: 'String Catalog', as: 'xcstrings', extensions: ['.xcstrings'], reader: () => readXcstrings },
  {
    name: 'Java properties',
    as: 'properties',
    extensions: ['.properties'],
    otherEncoding: 'latin1',
    reader: () => readPropertiesStrings,
  },
];

export function formatOf(file: string): SourceFormat | null {
  const extension = extname(file).toLowerCase();
  return sourceFormats.find(({ extensions }) => extensions.includes(extension)) ?? null;
}

/** Renders `must be a .json, .yaml, … or .properties file`. */
export function unknownFormat(): string {
  const known = sourceFormats.flatMap(({ extensions }) => extensions);
  return `must be a ${known.slice(0, -1).join(', ')} or ${known.at(-1)} file`;
}
