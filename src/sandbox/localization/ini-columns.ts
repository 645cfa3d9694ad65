/** Which columns an exported file has, in which order and under which names. */
import type { Readings } from '../readings/catalogue';
import type { IniColumn } from './ini-writer';
import type { ProjectString, StoredTemplate } from './project-state';

/** Keeps a field apart from a language of the same name. */
const FIELD = 'field:';

export function iniColumns(
  readings: Readings,
  template: Pick<StoredTemplate, 'fields' | 'field_order'>,
  languages: readonly string[],
): IniColumn[] {
  const byLanguage = languages.map((language) => ({ label: codeForm(readings, language), key: language }));
  if (readings['ini-field-columns'] === 'none' || readings['ini-layout'] === 'flat') return byLanguage;
  const { fields = [], field_order = [] } = template;
  const columns = [...fields.map((field) => ({ label: field, key: FIELD + field })), ...byLanguage];
  const placeOf = ({ key }: IniColumn): number => {
    const place = field_order.findIndex(({ type, value }) => key === (type === 'field' ? FIELD : '') + value);
    return place < 0 ? field_order.length : place;
  };
  return columns.sort((a, b) => placeOf(a) - placeOf(b));
}

/** What a string has besides its translations; fields that the sandbox does not keep are made up. */
export function fieldTexts(
  { fields = [] }: Pick<StoredTemplate, 'fields'>,
  { string_id, content }: ProjectString,
): Record<string, string> {
  const known: Readonly<Record<string, string>> = { string_id, content };
  return Object.fromEntries(
    fields.map((field) => [FIELD + field, known[field] ?? `${field} of ${string_id}`]),
  );
}

function codeForm(readings: Readings, language: string): string {
  switch (readings['ini-language-codes']) {
    case 'as-asked':
      return language;
    case 'upper-case':
      return language.toUpperCase();
    case 'underscore':
      return language.replaceAll('-', '_');
  }
}

/** The name of one language's file in an archive. */
export function zippedName(readings: Readings, prefix: string, language: string): string {
  const code = codeForm(readings, language);
  switch (readings['zip-names']) {
    case 'code':
      return `${code}.ini`;
    case 'prefix':
      return `${prefix}_${code}.ini`;
    case 'folders':
      return `${code}/strings.ini`;
    case 'bracketed':
      return `${prefix}[${code}].ini`;
  }
}
