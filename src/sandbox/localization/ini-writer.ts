/**
 * Writes an INI file of some columns: languages, and fields of a string where the template shows them. Plain texts
 * stay bare for any INI reader; only what could not be read back is put in double quotes, with inner ones doubled.
 */
import type { EscapeMode } from '../../localization/vocabulary';
import type { Readings } from '../readings/catalogue';
import { GrowingText } from './growing-text';

export interface IniColumn {
  /** Its name in the file. */
  label: string;
  /** Its text among those of one string. */
  key: string;
}

export interface IniWriterOptions {
  columns: readonly IniColumn[];
  /** `flat` and one column give plain lines; of several, each has its section. */
  layout: Readings['ini-layout'];
  encoding: Readings['ini-encoding'];
  escapeMode: EscapeMode;
}

/** Takes one string after the other, because making a string's translations is dear and is done once. */
export class IniWriter {
  readonly #columns: readonly IniColumn[];
  readonly #layout: Readings['ini-layout'];
  readonly #encoding: Readings['ini-encoding'];
  readonly #escapeMode: EscapeMode;
  /** What a section per column holds so far, or the whole file where sections are others or none. */
  readonly #parts: readonly GrowingText[];

  constructor({ columns, layout, encoding, escapeMode }: IniWriterOptions) {
    this.#columns = columns;
    this.#layout = layout;
    this.#encoding = encoding;
    this.#escapeMode = escapeMode;
    this.#parts =
      layout === 'language'
        ? columns.map(({ label }) => new GrowingText(encoding, sectionLine(label)))
        : [new GrowingText(encoding, '')];
  }

  add(stringId: string, texts: Readonly<Record<string, string | null | undefined>>): void {
    if (stringId === '') return;
    if (this.#layout === 'string') this.#parts[0]?.add(sectionLine(stringId));
    for (const [place, { label, key }] of this.#columns.entries()) {
      const text = texts[key] ?? '';
      if (text === '') continue;
      const part = this.#parts[this.#layout === 'language' ? place : 0];
      part?.add(`${this.#keyOf(stringId, label)}=${this.#valueForm(text)}\n`);
    }
  }

  /** The file so far; to be joined in this order. */
  chunks(): Buffer[] {
    return [...byteOrderMark(this.#encoding), ...this.#parts.flatMap((part) => part.chunks())];
  }

  #keyOf(stringId: string, label: string): string {
    switch (this.#layout) {
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
    const value = this.#escapeMode === 'escape' ? escaped(text) : text;
    return hasBareForm(value) ? value : quoted(value);
  }
}

function byteOrderMark(encoding: Readings['ini-encoding']): Buffer[] {
  if (encoding === 'utf-8') return [];
  return new GrowingText(encoding, '\uFEFF').chunks();
}

function keyForm(key: string): string {
  const bare = hasBareForm(key) && !key.includes('=') && !'[;#'.includes(key.charAt(0));
  return bare ? key : quoted(key);
}

function sectionLine(name: string): string {
  return `[${hasBareForm(name) && !name.includes(']') ? name : quoted(name)}]\n`;
}

/** False for what a reader would trim, take for a quoted text, or break at the end of the line. */
function hasBareForm(text: string): boolean {
  return !text.startsWith('"') && !text.includes('\n') && !text.includes('\r') && text === text.trim();
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

function escaped(text: string): string {
  return text.replace(/[\n\r\t\\]/g, (character) => escapes[character] ?? character);
}
