/**
 * Writes an INI file of one or more languages. Plain texts stay bare for any INI reader; only what could not be
 * read back is put in double quotes, with inner ones doubled.
 */
import type { EscapeMode } from '../../localization/vocabulary';

export type IniLayout =
  /** `[ja]`, then a line per string. */
  | 'language'
  /** `[string_id]`, then a line per language. */
  | 'string';

export interface IniWriterOptions {
  languages: readonly string[];
  layout: IniLayout;
  escapeMode: EscapeMode;
}

/** Takes one string after the other, because making a string's translations is dear and is done once. */
export class IniWriter {
  readonly #languages: readonly string[];
  readonly #layout: IniLayout;
  readonly #escapeMode: EscapeMode;
  /** What a section per language holds so far, or the whole file where there is a section per string. */
  readonly #parts: readonly Utf8Text[];

  constructor({ languages, layout, escapeMode }: IniWriterOptions) {
    this.#languages = languages;
    this.#layout = layout;
    this.#escapeMode = escapeMode;
    this.#parts =
      layout === 'language'
        ? languages.map((language) => new Utf8Text(sectionLine(language)))
        : [new Utf8Text('')];
  }

  add(stringId: string, texts: Readonly<Record<string, string | null | undefined>>): void {
    if (stringId === '') return;
    const perLanguage = this.#layout === 'language';
    if (!perLanguage) this.#parts[0]?.add(sectionLine(stringId));
    const stringKey = keyForm(stringId);
    for (const [place, language] of this.#languages.entries()) {
      const text = texts[language] ?? '';
      if (text === '') continue;
      const key = perLanguage ? stringKey : keyForm(language);
      this.#parts[perLanguage ? place : 0]?.add(`${key}=${this.#valueForm(text)}\n`);
    }
  }

  /** The file so far, in UTF-8; to be joined in this order. */
  chunks(): Buffer[] {
    return this.#parts.flatMap((part) => part.chunks());
  }

  #valueForm(text: string): string {
    const value = this.#escapeMode === 'escape' ? escaped(text) : text;
    return hasBareForm(value) ? value : quoted(value);
  }
}

/** Text that grows: encoded now and then, so that it takes no more memory than the file it becomes. */
class Utf8Text {
  readonly #encoded: Buffer[] = [];
  #pending: string;

  constructor(text: string) {
    this.#pending = text;
  }

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length > 64 * 1024) this.#encode();
  }

  chunks(): Buffer[] {
    this.#encode();
    return this.#encoded;
  }

  #encode(): void {
    if (this.#pending !== '') this.#encoded.push(Buffer.from(this.#pending));
    this.#pending = '';
  }
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
