/**
 * Strings of Apple's platforms: `"key" = "value";` each, with the comment before it for its translator. Read by hand:
 * the libraries for it lose the lines.
 */
import { controlEscape, unescaped, unknownEscape, type EscapeTable } from './escapes';
import type { Report } from './input-error';
import { hasMoreThan, linesOf, type LineAt } from './lines';
import { noted, onOneLine, type EntryReader, type SourceEntry } from './source-entry';

export const readAppleStrings: EntryReader = (text, report) => {
  const lineAt = linesOf(text);
  try {
    return new StringsReader(text, lineAt, report).read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    report({ line: lineAt(error.at), key: error.key, message: error.message });
    return null;
  }
};

class Fault extends Error {
  constructor(
    readonly at: number,
    readonly key: string | null,
    message: string,
  ) {
    super(message);
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

class StringsReader {
  #at = 0;
  #comments: string[] = [];
  /** Of the entry that is being read. */
  #key: string | null = null;

  constructor(
    private readonly text: string,
    private readonly lineAt: LineAt,
    private readonly report: Report,
  ) {}

  read(): SourceEntry[] {
    const entries: SourceEntry[] = [];
    if (hasMoreThan(MOST_COMMENTS_IN_ALL, this.text, ['/*', '//']))
      throw new Fault(0, null, `has more than ${MOST_COMMENTS_IN_ALL} comments`);
    for (;;) {
      this.#key = null;
      this.#comments = [];
      this.#skip();
      if (this.#at >= this.text.length) return entries;
      if (entries.length === MOST_ENTRIES)
        this.#fail(this.#at, `is beyond the ${MOST_ENTRIES} strings that a file may have`);
      entries.push(this.#entry());
    }
  }

  #entry(): SourceEntry {
    const comment = this.#comments.filter((one) => one !== NO_COMMENT).join('\n');
    const id = this.#word('a key');
    this.#key = id.text;
    this.#take('=', 'expected = after the key');
    this.#skip();
    const content = this.#word('a value in quotes');
    this.#take(';', 'expected ; after the value');
    return {
      id: onOneLine(id.text),
      content: content.text,
      idLine: id.line,
      contentLine: content.line,
      ...noted('', comment),
    };
  }

  #take(mark: string, fault: string): void {
    this.#skip();
    if (this.text.charAt(this.#at) !== mark) this.#fail(this.#at, fault);
    this.#at += 1;
  }

  /** A text in quotes, or one without that has no need of them. */
  #word(what: string): { text: string; line: number } {
    const line = this.lineAt(this.#at);
    const start = this.#at;
    if (this.text.charCodeAt(start) === QUOTE) return { text: this.#quoted(line), line };
    const bare = /[\w.$/:-]+/y;
    bare.lastIndex = start;
    if (!bare.test(this.text)) this.#fail(start, `expected ${what}`);
    this.#at = bare.lastIndex;
    return { text: this.text.slice(start, this.#at), line };
  }

  #quoted(line: number): string {
    const start = this.#at + 1;
    let at = start;
    for (let code = this.text.charCodeAt(at); code !== QUOTE; code = this.text.charCodeAt(at)) {
      if (at >= this.text.length) this.#fail(start, 'has a quote that is not closed');
      at += code === BACKSLASH ? 2 : 1;
    }
    this.#at = at + 1;
    const { text, unknown } = unescaped(this.text.slice(start, at), appleEscape);
    if (unknown !== null) this.report({ line, key: this.#key ?? text, message: unknownEscape(unknown) });
    return text;
  }

  /** Blanks and comments; what a blank line parts from the key is about the file. */
  #skip(): void {
    const blank = /\s*/y;
    for (;;) {
      const start = this.#at;
      blank.lastIndex = start;
      blank.test(this.text);
      this.#at = blank.lastIndex;
      const blanks = this.text.slice(start, this.#at);
      if (blanks.indexOf('\n') < blanks.lastIndexOf('\n')) this.#comments = [];
      const end = this.#commentEnd();
      if (end === null) return;
      this.#at = end;
    }
  }

  #commentEnd(): number | null {
    const start = this.#at;
    if (this.text.startsWith('//', start)) {
      const newline = this.text.indexOf('\n', start);
      const end = newline < 0 ? this.text.length : newline;
      this.#keep(start + 2, end);
      return end;
    }
    if (!this.text.startsWith('/*', start)) return null;
    const close = this.text.indexOf('*/', start + 2);
    if (close < 0) this.#fail(start, 'has a comment that is not closed');
    this.#keep(start + 2, close);
    return close + 2;
  }

  #keep(start: number, end: number): void {
    if (this.#comments.length < MOST_COMMENTS) this.#comments.push(this.text.slice(start, end).trim());
  }

  #fail(at: number, message: string): never {
    throw new Fault(at, this.#key, message);
  }
}

/** What has more is some other file. */
const MOST_ENTRIES = 500_000;
/** Addresses in texts are counted too. */
const MOST_COMMENTS_IN_ALL = 2_000_000;

/** Above one key. */
const MOST_COMMENTS = 100;

/** What genstrings writes where nobody wrote anything. */
const NO_COMMENT = 'No comment provided by engineer.';

/** Octal ones are of an encoding that is no longer in use, beyond ASCII. */
const appleEscape: EscapeTable = (escape) => {
  if (/^[uU]./.test(escape)) return String.fromCharCode(parseInt(escape.slice(1), 16));
  if (/^[0-7]/.test(escape)) {
    const code = parseInt(escape, 8);
    return code < 0x80 ? String.fromCharCode(code) : null;
  }
  return controlEscape(escape, 'ntrfabv') ?? (/^[^A-Za-z0-9]$/.test(escape) ? escape : null);
};
