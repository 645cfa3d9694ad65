import { ExportedIniReader, type ExpectedContent } from '../../src/localization/exported-ini';
import { ReleaseKeys } from '../../src/localization/release-keys';

interface IniOptions extends Pick<ExpectedContent, 'languages' | 'escape'> {
  ids?: readonly string[];
}

/** Texts by string id, for each of the expected languages, as they were before they were written. */
export interface IniFile {
  translations: Map<string, Map<string, string>>;
}

/** The texts of a whole INI file, given in pieces where the test has any. */
export function parseIni(pieces: string | readonly string[], { ids, ...expected }: IniOptions): IniFile {
  const translations = new Map(expected.languages.map((language) => [language, new Map<string, string>()]));
  const keys = ids === undefined ? null : new ReleaseKeys(ids);
  const reader = new ExportedIniReader({ ...expected, keys }, ({ language, id, text }) => {
    translations.get(language)?.set(id, text);
  });
  for (const piece of [pieces].flat()) reader.push(piece);
  reader.end();
  return { translations };
}
