/**
 * Reads Apple's .strings files: `"key" = "value";`, with the comment before it for translators. The parser is our own
 * because libraries for the format lose the lines.
 */
import { controlEscape, unescaped, unknownEscape, type EscapeTable } from './escapes';
import { FileFault, type Report } from '../input-error';
import { endOfRun, hasMoreThan, linesOf, type LineAt } from '../lines';
import { noteFields, onOneLine, type EntryReader, type SourceEntry } from '../source-entry';
import { flatten, MOST_ID_CHARS, TOO_MANY_ID_CHARS } from './flatten';
import {
  type Located,
  type LocatedMapping,
  type Member,
  memberOf,
  MOST_TRANSLATED_NODES,
  textOfMember,
} from '../located';
import { elementsIn, parseXml, plainText, type XmlElement } from './xml-tree';
import { parseJson } from './parse-json';

export const readAppleStrings: EntryReader = (text, report) => new StringsReader(text, report).read();

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

class StringsReader {
  #at = 0;
  #comments: string[] = [];
  #key: string | null = null;

  readonly #lineAt: LineAt;

  constructor(
    private readonly text: string,
    private readonly report: Report,
  ) {
    this.#lineAt = linesOf(text);
  }

  read(): SourceEntry[] {
    const entries: SourceEntry[] = [];
    if (hasMoreThan(MOST_COMMENTS_IN_ALL, this.text, ['/*', '//']))
      this.#fail(0, `has more than ${MOST_COMMENTS_IN_ALL} comments`);
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
      ...noteFields('', comment),
    };
  }

  #take(mark: string, fault: string): void {
    this.#skip();
    if (this.text.charAt(this.#at) !== mark) this.#fail(this.#at, fault);
    this.#at += 1;
  }

  /** A quoted text, or an unquoted word of plain characters. */
  #word(what: string): { text: string; line: number } {
    const line = this.#lineAt(this.#at);
    const start = this.#at;
    if (this.text.charCodeAt(start) === QUOTE) return { text: this.#quoted(line), line };
    this.#at = endOfRun(/[\w.$/:-]{1,4096}/y, this.text, start);
    if (this.#at === start) this.#fail(start, `expected ${what}`);
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

  /** Skips blanks and comments; a comment above a blank line is about the file, not the next key. */
  #skip(): void {
    for (;;) {
      const start = this.#at;
      this.#at = endOfRun(/\s{1,4096}/y, this.text, start);
      const blanks = this.text.slice(start, this.#at);
      if (blanks.indexOf('\n') < blanks.lastIndexOf('\n')) this.#comments = [];
      const end = this.#commentEnd();
      if (end === null) return;
      this.#at = end;
    }
  }

  #commentEnd(): number | null {
    const start = this.#at;
    const isLine = this.text.startsWith('//', start);
    if (!isLine && !this.text.startsWith('/*', start)) return null;
    let close = this.text.indexOf(isLine ? '\n' : '*/', start + 2);
    if (close < 0 && !isLine) this.#fail(start, 'has a comment that is not closed');
    if (close < 0) close = this.text.length;
    if (this.#comments.length < MOST_COMMENTS) this.#comments.push(this.text.slice(start + 2, close).trim());
    return isLine ? close : close + 2;
  }

  #fail(at: number, message: string): never {
    throw new FileFault(message, this.#lineAt(at), this.#key);
  }
}

/** A larger file is probably another kind of file. */
const MOST_ENTRIES = 500_000;
/** Slashes of web addresses in texts are counted too. */
const MOST_COMMENTS_IN_ALL = 2_000_000;

const MOST_COMMENTS = 100;

/** genstrings writes this for a missing comment. */
const NO_COMMENT = 'No comment provided by engineer.';

/** Octal escapes beyond ASCII are of an obsolete encoding. */
const appleEscape: EscapeTable = (escape) => {
  if (/^[uU]./.test(escape)) return String.fromCharCode(parseInt(escape.slice(1), 16));
  if (/^[0-7]/.test(escape)) {
    const code = parseInt(escape, 8);
    return code < 0x80 ? String.fromCharCode(code) : null;
  }
  return controlEscape(escape, 'ntrfabv') ?? (/^[^A-Za-z0-9]$/.test(escape) ? escape : null);
};

/**
 * Reads Apple's property lists: the plurals of a `.stringsdict`, and a `.strings` file in XML. The format of a plural
 * is one string, and each of its forms is another: `files`, `files.count.one`.
 */
export const readPlistStrings: EntryReader = (text, report) => {
  const root = parseXml(text);
  const [dict] = root.tag.name === 'plist' ? elementsIn(root) : [];
  if (dict?.tag.name === 'dict') return flatten(withFormats(mappingOf(dict)), report);
  throw new FileFault('must be a property list with a dict in it', root.tag.line);
};

function mappingOf(dict: XmlElement): LocatedMapping {
  const members: Member[] = [];
  const elements = elementsIn(dict);
  for (let at = 0; at < elements.length; at += 2) {
    const [key, value] = elements.slice(at, at + 2);
    if (key?.tag.name !== 'key' || value === undefined || value.tag.name === 'key')
      throw new FileFault('is not a key with its value', key?.tag.line);
    members.push({ key: onOneLine(plainText(key)), line: key.tag.line, value: valueOf(value) });
  }
  return { kind: 'mapping', line: dict.tag.line, members };
}

function valueOf(element: XmlElement): Located {
  const { name, line } = element.tag;
  if (name === 'dict') return mappingOf(element);
  if (name === 'array') return { kind: 'list', line, items: elementsIn(element).map(valueOf) };
  // Numbers and flags are no texts.
  return { kind: 'scalar', line, value: name === 'string' ? plainText(element) : false };
}

const FORMAT = 'NSStringLocalizedFormatKey';
/** The keys for the choice of a form and for the number format, which are no texts. */
const SPECS = ['NSStringFormatSpecTypeKey', 'NSStringFormatValueTypeKey'];

function withFormats({ members, ...root }: LocatedMapping): LocatedMapping {
  return {
    ...root,
    members: members.flatMap((member): Member[] => {
      const { key, value } = member;
      if (value.kind !== 'mapping') return [member];
      return value.members.map(({ key: name, line, value: inner }) => ({
        key: name === FORMAT ? key : `${key}.${name}`,
        line,
        value:
          inner.kind === 'mapping'
            ? { ...inner, members: inner.members.filter((one) => !SPECS.includes(one.key)) }
            : inner,
      }));
    }),
  };
}

/**
 * Reads Xcode's String Catalogs. The text is that of the catalogue's own language, or the key if there is none; the
 * cases of a variation and the substitutions are separate strings.
 */
export const readXcstrings: EntryReader = (text) => {
  const root = parseJson(text, MOST_TRANSLATED_NODES);
  const strings = memberOf(root, 'strings')?.value;
  const language = textOfMember(root, 'sourceLanguage');
  if (strings?.kind !== 'mapping' || language === '')
    throw new FileFault('must have sourceLanguage and strings, as Xcode writes them', root.line);
  const entries: SourceEntry[] = [];
  let idChars = 0;
  for (const member of strings.members)
    for (const entry of entriesOf(member, language)) {
      idChars += entry.id.length;
      if (idChars > MOST_ID_CHARS) throw new FileFault(TOO_MANY_ID_CHARS, entry.idLine);
      entries.push(entry);
    }
  return entries;
};

type NamedEntry = SourceEntry & { id: string };

function* entriesOf({ key, line, value }: Member, language: string): Generator<NamedEntry> {
  const note = noteFields('', textOfMember(value, 'comment'));
  const itself: NamedEntry = { id: onOneLine(key), content: key, idLine: line, contentLine: line, ...note };
  const translated = memberOf(value, 'shouldTranslate')?.value;
  if (translated?.kind === 'scalar' && translated.value === false) {
    yield { ...itself, leftOut: 'marked' };
    return;
  }
  let isLocalized = false;
  for (const entry of textsOf(
    itself.id,
    memberOf(memberOf(value, 'localizations')?.value, language)?.value,
  )) {
    isLocalized = true;
    yield { ...entry, ...note };
  }
  if (!isLocalized) yield itself;
}

function* textsOf(id: string, localized: Located | undefined): Generator<NamedEntry> {
  const text = memberOf(memberOf(localized, 'stringUnit')?.value, 'value');
  if (text?.value.kind === 'scalar')
    yield { id, content: text.value.value, idLine: text.line, contentLine: text.line };
  const variations = memberOf(localized, 'variations')?.value;
  const kinds = variations?.kind === 'mapping' ? variations.members.map(({ value }) => value) : [];
  for (const cases of [...kinds, memberOf(localized, 'substitutions')?.value])
    if (cases?.kind === 'mapping')
      for (const { key, value } of cases.members) yield* textsOf(`${id}.${key}`, value);
}
