/**
 * Writes INI, one language per file and without sections: texts in quotes, with the escapes of the service's mode
 * `escape`.
 */
import {
  type Writer,
  hexEscape,
  literalKey,
  plainForms,
  type TranslatedString,
  type WrittenText,
} from './writer';

export const writeIni: Writer = (strings) => {
  const lines = strings.map(({ key, text }) => {
    const isPlain = !key.includes('=') && !/^["[;#]/.test(key);
    return `${isPlain ? key : iniQuoted(key)}=${iniQuoted(iniEscaped(text))}\n`;
  });
  return { text: lines.join(''), keys: strings.length, notes: [] };
};

const iniQuoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function iniEscaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}

export const writeProperties: Writer = (strings, target) => {
  const lines = strings.map(
    ({ key, text }) =>
      `${propertiesEscaped(key).replace(/[ =:#!]/g, '\\$&')}=${propertiesEscaped(text).replace(/^ /, '\\ ')}\n`,
  );
  return { text: lines.join(''), keys: strings.length, notes: plainForms(strings, target) };
};

const propertiesEscapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
};

function propertiesEscaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(/\p{Cc}/gu, (char) => propertiesEscapes[char] ?? hexEscape(char));
}

export const writeApple: Writer = (strings, target) => {
  const lines = strings.map(
    ({ key, text }) => `${appleQuoted(literalKey(key, target))} = ${appleQuoted(text)};\n`,
  );
  return { text: lines.join(''), keys: strings.length, notes: plainForms(strings, target) };
};

const appleEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function appleQuoted(text: string): string {
  const inner = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\p{Cc}/gu, (char) => appleEscapes[char] ?? hexEscape(char, '\\U'));
  return `"${inner}"`;
}

/**
 * CSV and TSV have a row for each string and a column for each language. They are for programs: no cell is changed for
 * spreadsheets.
 */
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
