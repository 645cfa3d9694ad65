/**
 * The sections and entries of an INI text that comes piece by piece, so that a file of any size takes little memory.
 *
 * A text may be bare or in double quotes with inner ones doubled; blanks around it do not count, and U+FEFF is
 * one of them, so a byte order mark needs no care. Escapes are read in values only: ids are written as they are.
 */
import type { EscapeMode } from './vocabulary';

export interface IniSection {
  kind: 'section';
  name: string;
  line: number;
}

export interface IniEntry {
  kind: 'entry';
  key: string;
  value: string;
  line: number;
}

/** The text is not an INI file of the expected languages. */
export class IniFault extends Error {
  override readonly name = 'IniFault';

  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(`line ${line}: ${reason}`);
  }
}

/** A quote that is never closed would otherwise make one text of all that follows. */
const MAX_ITEM_CHARACTERS = 16 * 1024 * 1024;

/** Where an item ends lies in a piece that has not come yet. */
class RanOut extends Error {}

export class IniItems {
  #text = '';
  #at = 0;
  /** Counted as far as the item before: the way to the next one is short. */
  #counted = { at: 0, line: 1 };
  #isWhole = false;

  constructor(
    private readonly escape: EscapeMode,
    private readonly take: (item: IniSection | IniEntry) => void,
  ) {}

  push(piece: string): void {
    this.#counted = { at: 0, line: this.#lineOf(this.#at) };
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    this.#read();
  }

  end(): void {
    this.#isWhole = true;
    this.#read();
  }

  #read(): void {
    for (;;) {
      while (isBlank(this.#text.charAt(this.#at))) this.#at += 1;
      if (this.#at >= this.#text.length) return;
      const start = this.#at;
      try {
        const item = this.#item();
        if (item !== null) this.take(item);
      } catch (error) {
        if (!(error instanceof RanOut)) throw error;
        if (this.#text.length - start > MAX_ITEM_CHARACTERS) this.#fail('a text that does not end', start);
        this.#at = start;
        return;
      }
    }
  }

  #item(): IniSection | IniEntry | null {
    // From here on what stands in this line can be looked at.
    this.#endOfLine();
    const first = this.#text.charAt(this.#at);
    if (first === '[') return this.#section();
    if (first !== ';' && first !== '#') return this.#entry();
    this.#restOfLine();
    return null;
  }

  #section(): IniSection {
    const at = this.#at;
    this.#at += 1;
    const name = this.#quotedThen(']') ?? this.#bareSection(at);
    if (this.#restOfLine() !== '') this.#fail('text after the section name', at);
    if (name === '') this.#fail('a section without a name', at);
    return { kind: 'section', name, line: this.#lineOf(at) };
  }

  /** Up to the last bracket of the line: ids such as `item[0]` are common. */
  #bareSection(at: number): string {
    const line = this.#restOfLine();
    if (!line.endsWith(']')) this.#fail('a section name that is not closed', at);
    const name = line.slice(0, -1).trim();
    // `[a]=b]` may as well be a key in brackets.
    if (name.includes(']') && name.includes('=')) this.#fail('a section, or a key that starts with [', at);
    return name;
  }

  #entry(): IniEntry {
    const at = this.#at;
    const key = this.#quotedThen('=') ?? this.#bareKey();
    if (key === '') this.#fail('a value without a key', at);
    return { kind: 'entry', key, value: this.#value(), line: this.#lineOf(at) };
  }

  #bareKey(): string {
    const equals = this.#text.indexOf('=', this.#at);
    if (equals < 0 || equals > this.#endOfLine()) this.#fail('not a section, a comment or key=value');
    const key = this.#bare(equals);
    this.#at = equals + 1;
    return key;
  }

  #value(): string {
    this.#skipBlanksInLine();
    const at = this.#at;
    const value = this.#text.charAt(at) === '"' ? this.#quotedValue() : this.#restOfLine();
    return this.escape === 'escape' ? this.#unescaped(value, at) : value;
  }

  /**
   * A value that begins with a quote is a quoted one if the closing quote ends its line. Otherwise it is speech,
   * as in `"Run!" he said`, and meant as it stands, unless it runs over lines: then nobody can tell its end.
   */
  #quotedValue(): string {
    const at = this.#at;
    // Where newlines are escaped, no value runs over its line.
    const close =
      this.escape === 'escape' ? this.#closingQuoteBefore(this.#endOfLine()) : this.#closingQuote();
    const inOneLine = close !== null && close < this.#endOfLine();
    if (close !== null) {
      this.#at = close + 1;
      if (this.#restOfLine() === '') return this.#unquoted(at, close);
      this.#at = at;
    }
    if (!inOneLine && this.escape === 'no-escape') this.#fail('a quoted value that is not closed', at);
    return this.#restOfLine();
  }

  /** A quoted name and the mark that must follow it; null if the name is not quoted. */
  #quotedThen(mark: ']' | '='): string | null {
    this.#skipBlanksInLine();
    if (this.#text.charAt(this.#at) !== '"') return null;
    const open = this.#at;
    const close = this.#closingQuote() ?? this.#fail('a quoted name that is not closed');
    this.#at = close + 1;
    this.#endOfLine();
    this.#skipBlanksInLine();
    if (this.#text.charAt(this.#at) !== mark) this.#fail(`a quoted name without ${mark} after it`, open);
    this.#at += 1;
    return this.#unquoted(open, close);
  }

  #closingQuote(): number | null {
    const close = this.#closingQuoteBefore(this.#text.length);
    // One that is the last character may turn out to be the first of two.
    if (close === null || close === this.#text.length - 1) this.#mustBeWhole();
    return close;
  }

  #closingQuoteBefore(end: number): number | null {
    let from = this.#at + 1;
    for (;;) {
      const quote = this.#text.indexOf('"', from);
      if (quote < 0 || quote >= end) return null;
      if (this.#text.charAt(quote + 1) !== '"') return quote;
      from = quote + 2;
    }
  }

  #unquoted(open: number, close: number): string {
    return this.#text.slice(open + 1, close).replaceAll('""', '"');
  }

  #unescaped(value: string, at: number): string {
    if (!value.includes('\\')) return value;
    return value.replace(
      /\\([^]?)/g,
      (_escape, letter: string) => escapes[letter] ?? this.#fail(`unknown escape \\${letter}`, at),
    );
  }

  #skipBlanksInLine(): void {
    while (this.#text.charAt(this.#at) !== '\n' && isBlank(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #restOfLine(): string {
    const end = this.#endOfLine();
    const rest = this.#bare(end);
    this.#at = end;
    return rest;
  }

  #bare(end: number): string {
    const text = this.#text.slice(this.#at, end).trim();
    // Some take it for the end of a line and some do not.
    if (text.includes('\r')) this.#fail('a carriage return outside of quotes');
    return text;
  }

  #endOfLine(): number {
    const newline = this.#text.indexOf('\n', this.#at);
    if (newline >= 0) return newline;
    this.#mustBeWhole();
    return this.#text.length;
  }

  #mustBeWhole(): void {
    if (!this.#isWhole) throw new RanOut();
  }

  #fail(reason: string, at = this.#at): never {
    throw new IniFault(this.#lineOf(at), reason);
  }

  #lineOf(at: number): number {
    let { line } = this.#counted;
    for (let next = this.#counted.at; ; next += 1, line += 1) {
      next = this.#text.indexOf('\n', next);
      if (next < 0 || next >= at) break;
    }
    this.#counted = { at, line };
    return line;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

function isBlank(character: string): boolean {
  return character !== '' && character.trim() === '';
}
