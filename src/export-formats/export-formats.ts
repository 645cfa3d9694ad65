/** Every format of `files --as` with its file names and writer. docs/formats.md has the same table. */
import type { ExportFormatName } from '../domain/release/export-format-names';
import { writeAndroid } from './android';
import { writeApple, writeIni, writeProperties, tableWriter, type LanguageStrings } from './line-formats';
import {
  flat,
  jsonWriter,
  nested,
  writeArb,
  writeListedJson,
  writeRailsYaml,
  yamlWriter,
} from './tree-formats';
import { type Writer, type WrittenText } from './writer';
import { androidQualifier, appleLanguage, languageTag, underscored } from './language-tag';
import { writePo } from './po';
import { writeResx, writeXliff } from './xml-formats';

type ExportFormat =
  | { file: (language: string) => string; write: Writer }
  /** One file has all languages. */
  | { file: string; writeAll: (languages: readonly LanguageStrings[]) => WrittenText };

const json = (language: string): string => `${languageTag(language)}.json`;
const yaml = (language: string): string => `${languageTag(language)}.yml`;

export const exportFormats: Readonly<Record<ExportFormatName, ExportFormat>> = {
  json: { file: json, write: jsonWriter(flat) },
  'json-nested': { file: json, write: jsonWriter(nested) },
  'json-list': { file: json, write: writeListedJson },
  yaml: { file: yaml, write: yamlWriter(flat) },
  'yaml-nested': { file: yaml, write: yamlWriter(nested) },
  'yaml-rails': { file: yaml, write: writeRailsYaml },
  po: { file: (language) => `${underscored(language)}/LC_MESSAGES/messages.po`, write: writePo },
  xliff: { file: (language) => `${languageTag(language)}.xlf`, write: writeXliff },
  android: { file: (language) => `values-${androidQualifier(language)}/strings.xml`, write: writeAndroid },
  apple: { file: (language) => `${appleLanguage(language)}.lproj/Localizable.strings`, write: writeApple },
  properties: { file: (language) => `messages_${underscored(language)}.properties`, write: writeProperties },
  arb: { file: (language) => `app_${underscored(language)}.arb`, write: writeArb },
  resx: { file: (language) => `Resources.${languageTag(language)}.resx`, write: writeResx },
  ini: { file: (language) => `${languageTag(language)}.ini`, write: writeIni },
  csv: { file: 'strings.csv', writeAll: tableWriter(',') },
  tsv: { file: 'strings.tsv', writeAll: tableWriter('\t') },
};
