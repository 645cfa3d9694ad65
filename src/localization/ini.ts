/**
 * Reads an exported INI file. How the service divides a file into sections is not documented, so every reasonable
 * division is read: a section per language, a section per string, or, where one language is expected, no
 * sections. A file that is none of these, or that can be read in two ways, is a fault and never a guess.
 *
 * A text may be bare or in double quotes with inner ones doubled; blanks around it do not count, and U+FEFF is
 * one of them, so a byte order mark needs no care. Escapes are read in values only: ids are written as they are.
 */
import type { EscapeMode } from './vocabulary';

export interface IniOptions {
  /** The effective mode, as the export's reply gives it. */
  escape: EscapeMode;
  /** What the file should hold; for one file of a `separate` export, its one language. */
  languages: readonly string[];
}

export interface IniFile {
  layout: 'language' | 'string' | 'flat';
  /** Texts by string id, for each of the expected languages; an empty map where the file has none. */
  translations: Map<string, Map<string, string>>;
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

export function parseIni(text: string, options: IniOptions): IniFile {
  const languages = new Set(options.languages);
  const contents = new IniReader(text, options.escape, languages).read();
  return arrange(text, contents, languages);
}

interface Place {
  name: string;
  at: number;
}

interface Contents {
  /** Entries above the first section. */
  loose: Map<string, string>;
  sections: Map<string, Map<string, string>>;
  firstLoose: Place | null;
  firstSection: Place | null;
  /** The first section, and the first key within a section, that is not a language. */
  otherSection: Place | null;
  otherKey: Place | null;
}

/** Tells the layout by what is named after languages: all sections, all keys, or there are no sections at all. */
function arrange(text: string, contents: Contents, languages: ReadonlySet<string>): IniFile {
  const { sections, firstLoose, firstSection, otherSection, otherKey } = contents;
  if (firstSection === null) return arrangeFlat(text, contents, languages);
  if (firstLoose !== null) {
    throw faultAt(text, firstLoose.at, `key ${shown(firstLoose.name)} stands above the first section`);
  }
  if (otherSection !== null && otherKey !== null) {
    const seemsByLanguage = [...sections.keys()].some((name) => languages.has(name));
    const reason =
      'neither the sections nor the keys are the expected languages: ' +
      `section ${shown(otherSection.name)}, key ${shown(otherKey.name)}`;
    throw faultAt(text, seemsByLanguage ? otherSection.at : otherKey.at, reason);
  }
  if (otherSection === null && otherKey === null && !readsAlikeBothWays(sections)) {
    const reason =
      'sections and keys are all languages, so it can be read both ways; export with mode separate';
    throw faultAt(text, firstSection.at, reason);
  }
  const translations = noTranslations(languages);
  if (otherSection === null) {
    for (const [language, texts] of sections) translations.set(language, texts);
    return { layout: 'language', translations };
  }
  for (const [stringId, texts] of sections) {
    for (const [language, value] of texts) translations.get(language)?.set(stringId, value);
  }
  return { layout: 'string', translations };
}

function arrangeFlat(text: string, { loose, firstLoose }: Contents, languages: ReadonlySet<string>): IniFile {
  const translations = noTranslations(languages);
  if (firstLoose === null) return { layout: 'flat', translations };
  const [language] = languages;
  if (language === undefined || languages.size > 1) {
    const reason = `no sections, so it holds one language, and ${languages.size} were expected`;
    throw faultAt(text, firstLoose.at, reason);
  }
  return { layout: 'flat', translations: translations.set(language, loose) };
}

function noTranslations(languages: ReadonlySet<string>): IniFile['translations'] {
  return new Map([...languages].map((language) => [language, new Map<string, string>()]));
}

/** Strings may be named like languages; then only a file that is its own transpose is beyond doubt. */
function readsAlikeBothWays(sections: ReadonlyMap<string, ReadonlyMap<string, string>>): boolean {
  for (const [section, texts] of sections) {
    for (const [key, value] of texts) {
      if (sections.get(key)?.get(section) !== value) return false;
    }
  }
  return true;
}

/** One pass over the text. Places are kept as offsets: only a fault needs its line counted. */
class IniReader {
  readonly #text: string;
  readonly #escape: EscapeMode;
  readonly #languages: ReadonlySet<string>;
  readonly #contents: Contents = {
    loose: new Map(),
    sections: new Map(),
    firstLoose: null,
    firstSection: null,
    otherSection: null,
    otherKey: null,
  };
  #section: Map<string, string> | null = null;
  #at = 0;

  constructor(text: string, escape: EscapeMode, languages: ReadonlySet<string>) {
    this.#text = text;
    this.#escape = escape;
    this.#languages = languages;
  }

  read(): Contents {
    for (;;) {
      while (isBlank(this.#text.charAt(this.#at))) this.#at += 1;
      const next = this.#text.charAt(this.#at);
      if (next === '') return this.#contents;
      if (next === ';' || next === '#') this.#restOfLine();
      else if (next === '[') this.#readSection();
      else this.#readEntry();
    }
  }

  #readSection(): void {
    const at = this.#at;
    this.#at += 1;
    const name = this.#quotedThen(']') ?? this.#bareSection(at);
    if (this.#restOfLine() !== '') this.#fail('text after the section name', at);
    if (name === '') this.#fail('a section without a name', at);
    const { sections } = this.#contents;
    if (sections.has(name)) this.#fail(`section ${shown(name)} appears twice`, at);
    this.#section = new Map();
    sections.set(name, this.#section);
    this.#contents.firstSection ??= { name, at };
    if (!this.#languages.has(name)) this.#contents.otherSection ??= { name, at };
  }

  /** Up to the last bracket of the line: ids such as `item[0]` are common. */
  #bareSection(at: number): string {
    const line = this.#restOfLine();
    if (!line.endsWith(']')) this.#fail('a section name that is not closed', at);
    const name = line.slice(0, -1).trim();
    // `[a]=b]` may as well be a key in brackets.
    if (name.includes(']') && name.includes('=')) this.#fail('a section, or a key that begins with [', at);
    return name;
  }

  #readEntry(): void {
    const at = this.#at;
    const key = this.#quotedThen('=') ?? this.#bareKey();
    if (key === '') this.#fail('a value without a key', at);
    const place = { name: key, at };
    const entries = this.#section ?? this.#contents.loose;
    if (entries.has(key)) this.#fail(`key ${shown(key)} appears twice in its section`, at);
    if (this.#section === null) this.#contents.firstLoose ??= place;
    else if (!this.#languages.has(key)) this.#contents.otherKey ??= place;
    entries.set(key, this.#readValue());
  }

  #bareKey(): string {
    const equals = this.#text.indexOf('=', this.#at);
    if (equals < 0 || equals > this.#endOfLine()) this.#fail('neither a section, a comment nor key=value');
    const key = this.#bare(equals);
    this.#at = equals + 1;
    return key;
  }

  #readValue(): string {
    this.#skipBlanksInLine();
    const at = this.#at;
    const value = this.#text.charAt(at) === '"' ? this.#quotedValue() : this.#restOfLine();
    return this.#escape === 'escape' ? this.#unescaped(value, at) : value;
  }

  /**
   * A value that begins with a quote is a quoted one if the closing quote ends its line. Otherwise it is speech,
   * as in `"Run!" he said`, and meant as it stands, unless it runs over lines: then nobody can tell its end.
   */
  #quotedValue(): string {
    const at = this.#at;
    // Where newlines are escaped, no value runs over its line.
    const close = this.#closingQuote(this.#escape === 'escape' ? this.#endOfLine() : this.#text.length);
    const inOneLine = close !== null && close < this.#endOfLine();
    if (close !== null) {
      this.#at = close + 1;
      if (this.#restOfLine() === '') return this.#unquoted(at, close);
      this.#at = at;
    }
    if (!inOneLine && this.#escape === 'no-escape') this.#fail('a quoted value that is not closed', at);
    return this.#restOfLine();
  }

  /** A quoted name and the mark that must follow it; null if the name is not quoted. */
  #quotedThen(mark: ']' | '='): string | null {
    this.#skipBlanksInLine();
    if (this.#text.charAt(this.#at) !== '"') return null;
    const open = this.#at;
    const close = this.#closingQuote(this.#text.length) ?? this.#fail('a quoted name that is not closed');
    this.#at = close + 1;
    this.#skipBlanksInLine();
    if (this.#text.charAt(this.#at) !== mark) this.#fail(`a quoted name without ${mark} after it`, open);
    this.#at += 1;
    return this.#unquoted(open, close);
  }

  #closingQuote(before: number): number | null {
    let from = this.#at + 1;
    for (;;) {
      const quote = this.#text.indexOf('"', from);
      if (quote < 0 || quote >= before) return null;
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
    return newline < 0 ? this.#text.length : newline;
  }

  #fail(reason: string, at = this.#at): never {
    throw faultAt(this.#text, at, reason);
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

function isBlank(character: string): boolean {
  return character !== '' && character.trim() === '';
}

function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}

function faultAt(text: string, offset: number, reason: string): IniFault {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return new IniFault(line, reason);
}
