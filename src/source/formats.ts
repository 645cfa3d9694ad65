/** The formats of source files. Messages and docs/sources.md name them from here, and nowhere else is a list of them. */
import { extname } from 'node:path';
import type { EscapeMode } from '../localization/vocabulary';
import { readAppleStrings } from './apple-strings';
import { readArbStrings } from './arb-strings';
import { readCsvStrings } from './csv-strings';
import { iniStringsReader } from './ini-strings';
import { readJsonStrings, readYamlStrings } from './json-strings';
import { readPoStrings } from './po-strings';
import { readPropertiesStrings } from './properties-strings';
import type { OtherEncoding } from './read-text';
import type { EntryReader } from './source-entry';

export interface SourceFormat {
  name: string;
  /** In lower case, with the dot. */
  extensions: readonly string[];
  /** How the tools of this format write a text that is not UTF-8. */
  otherEncoding?: OtherEncoding;
  /** The escape mode is that of the release's export. */
  reader: (escape: EscapeMode) => EntryReader;
}

export const sourceFormats: readonly SourceFormat[] = [
  { name: 'JSON', extensions: ['.json'], reader: () => readJsonStrings },
  { name: 'YAML', extensions: ['.yaml', '.yml'], reader: () => readYamlStrings },
  { name: 'CSV', extensions: ['.csv'], reader: () => readCsvStrings },
  { name: 'INI', extensions: ['.ini'], reader: iniStringsReader },
  { name: 'gettext', extensions: ['.po', '.pot'], reader: () => readPoStrings },
  { name: 'ARB', extensions: ['.arb'], reader: () => readArbStrings },
  {
    name: 'Apple strings',
    extensions: ['.strings'],
    otherEncoding: 'utf-16',
    reader: () => readAppleStrings,
  },
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
