/** CSV and TSV: a row for each string and a column for each language. For programs: no cell is changed for a spreadsheet. */
import type { TranslatedString, WrittenText } from './writer';

export interface LanguageStrings {
  language: string;
  strings: readonly TranslatedString[];
}

export const tableWriter =
  (separator: ',' | '\t') =>
  (languages: readonly LanguageStrings[]): WrittenText => {
    const columns = languages.map(({ strings }) => new Map(strings.map(({ key, text }) => [key, text])));
    const keys = [...new Set(columns.flatMap((column) => [...column.keys()]))];
    const rows = [
      ['string_id', ...languages.map(({ language }) => language)],
      ...keys.map((key) => [key, ...columns.map((column) => column.get(key) ?? '')]),
    ];
    const cell = (text: string): string =>
      /["\r\n,;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    return {
      text: rows.map((cells) => `${cells.map(cell).join(separator)}\n`).join(''),
      keys: keys.length,
      notes: [],
    };
  };
