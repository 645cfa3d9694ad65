import { ExportedIniReader } from '../../src/localization/exported-ini';

interface IniOptions {
  escape: 'escape' | 'no-escape';
  languages: readonly string[];
  ids?: readonly string[];
}

/** Texts by string id, for each of the expected languages, as they were before they were written. */
export interface IniFile {
  translations: Map<string, Map<string, string>>;
}

/** The texts of a whole INI file, given in pieces where the test has any. */
export function parseIni(pieces: string | readonly string[], options: IniOptions): IniFile {
  const { escape, languages, ids } = options;
  const translations = new Map(languages.map((language) => [language, new Map<string, string>()]));
  const expected = { languages, ids: ids === undefined ? null : new Set(ids) };
  const reader = new ExportedIniReader(expected, (language, stringId, text) => {
    const value = unquoted(text);
    translations.get(language)?.set(stringId, escape === 'escape' ? unescaped(value) : value);
  });
  for (const piece of [pieces].flat()) reader.push(piece);
  reader.end();
  return { translations };
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

function unescaped(text: string): string {
  return text.replace(/\\([nrt\\])/g, (_escape, letter: string) => escapes[letter] ?? letter);
}
