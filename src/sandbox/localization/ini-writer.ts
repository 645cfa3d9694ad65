/**
 * Writes an INI file of several columns: languages, and fields of a string where the template has them. Plain texts
 * stay bare for any INI reader; only text that could not be read back is put in double quotes, with inner ones doubled.
 */
import type { EscapeMode } from '../../localization/vocabulary';
import type { Readings } from '../readings/catalogue';
import type { ProjectString, StoredTemplate } from './project-state';

interface IniColumn {
  label: string;
  /** The key of the column's text in a string's texts. */
  key: string;
}

interface IniWriterOptions {
  columns: readonly IniColumn[];
  /** `flat` with one column gives plain lines; several columns have a section each. */
  layout: Readings['ini-layout'];
  encoding: Readings['ini-encoding'];
  escapeMode: EscapeMode;
}

/** Takes one string after the other, because computing a string's translations is slow and must be done only once. */
export class IniWriter {
  /** One part for each column's section, or one for the whole file. */
  readonly #parts: readonly GrowingText[];

  constructor(private readonly options: IniWriterOptions) {
    const { columns, layout, encoding } = options;
    this.#parts =
      layout === 'language'
        ? columns.map(({ label }) => new GrowingText(encoding, sectionLine(label)))
        : [new GrowingText(encoding, '')];
  }

  add(stringId: string, texts: Readonly<Record<string, string | null | undefined>>): void {
    if (stringId === '') return;
    const { columns, layout } = this.options;
    if (layout === 'string') this.#parts[0]?.add(sectionLine(stringId));
    for (const [place, { label, key }] of columns.entries()) {
      const text = texts[key] ?? '';
      if (text === '') continue;
      const part = this.#parts[layout === 'language' ? place : 0];
      part?.add(`${this.#keyOf(stringId, label)}=${this.#valueForm(text)}\n`);
    }
  }

  chunks(): Buffer[] {
    const { encoding } = this.options;
    const byteOrderMark = encoding === 'utf-8' ? [] : [bytesOf('\uFEFF', encoding)];
    return [...byteOrderMark, ...this.#parts.flatMap((part) => part.chunks())];
  }

  #keyOf(stringId: string, label: string): string {
    switch (this.options.layout) {
      case 'language':
      case 'flat':
        return keyForm(stringId);
      case 'string':
        return keyForm(label);
      case 'prefixed':
        return keyForm(`${label}.${stringId}`);
    }
  }

  #valueForm(text: string): string {
    const value = this.options.escapeMode === 'escape' ? escaped(text) : text;
    return hasBareForm(value) ? value : quoted(value);
  }
}

function keyForm(key: string): string {
  const bare = hasBareForm(key) && !key.includes('=') && !'[;#'.includes(key.charAt(0));
  return bare ? key : quoted(key);
}

function sectionLine(name: string): string {
  return `[${hasBareForm(name) && !name.includes(']') ? name : quoted(name)}]\n`;
}

/** False for a text that a reader would trim, take for quoted, or end at a line break. */
function hasBareForm(text: string): boolean {
  return !/^["`]/.test(text) && !text.includes('\n') && !text.includes('\r') && text === text.trim();
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

function escaped(text: string): string {
  return text.replace(/[\n\r\t\\]/g, (character) => escapes[character] ?? character);
}

/** Encodes its text from time to time, so that it takes no more memory than the file. */
class GrowingText {
  readonly #encoded: Buffer[] = [];

  constructor(
    private readonly encoding: Readings['ini-encoding'],
    private pending: string,
  ) {}

  add(text: string): void {
    this.pending += text;
    if (this.pending.length > 64 * 1024) this.#encode();
  }

  chunks(): Buffer[] {
    this.#encode();
    return this.#encoded;
  }

  #encode(): void {
    if (this.pending !== '') this.#encoded.push(bytesOf(this.pending, this.encoding));
    this.pending = '';
  }
}

function bytesOf(text: string, encoding: Readings['ini-encoding']): Buffer {
  switch (encoding) {
    case 'utf-8':
    case 'utf-8-bom':
      return Buffer.from(text);
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
  }
}

/** Distinguishes a field from a language of the same name. */
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

/** The fields of a string; those that the sandbox does not store are invented. */
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
