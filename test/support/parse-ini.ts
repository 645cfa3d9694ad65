import { IniReader, type IniLayout, type IniOptions } from '../../src/localization/ini';

export interface IniFile {
  layout: IniLayout;
  /** Texts by string id, for each of the expected languages. */
  translations: Map<string, Map<string, string>>;
}

/** The texts of a whole INI file, given in pieces where the test has any. */
export function parseIni(pieces: string | readonly string[], options: IniOptions): IniFile {
  const translations = new Map(options.languages.map((language) => [language, new Map<string, string>()]));
  const reader = new IniReader(options, (language, stringId, text) => {
    translations.get(language)?.set(stringId, text);
  });
  for (const piece of [pieces].flat()) reader.push(piece);
  return { layout: reader.end(), translations };
}
