/**
 * Strings of gettext, in .po and .pot files. The id is the msgid, behind its context; the content is the msgstr, or
 * the msgid where that is empty, as in a template. Read by hand: `gettext-parser` loses the lines.
 */
import { controlEscape, unescaped, unknownEscape, type EscapeTable } from './escapes';
import type { Report } from './input-error';
import { numberedLines } from './lines';
import { checkPlural } from './plural-forms';
import { MOST_CHARS, noted, type EntryReader, type SourceEntry, type StringNote } from './source-entry';

interface Field {
  text: string;
  line: number;
}

interface Message {
  /** By keyword, such as `msgid` and `msgstr[0]`. */
  fields: Map<string, Field>;
  comments: string[];
  references: string[];
  flags: string[];
}

export const readPoStrings: EntryReader = (text, report) => {
  const catalogue = new Catalogue(report);
  let message = newMessage();
  let open: Field | null = null;
  const end = (): void => {
    if (message.fields.size > 0) catalogue.add(message);
    [message, open] = [newMessage(), null];
  };
  for (const { source: untrimmed, line } of numberedLines(text, report)) {
    const source = untrimmed.trim();
    if (source === '') continue;
    if (source.startsWith('#')) {
      if (message.fields.size > 0) end();
      comment(message, source);
      continue;
    }
    const [head = '', keyword] = KEYWORD.exec(source) ?? [];
    if (keyword !== undefined) {
      if (startsMessage(keyword, message)) end();
      if (message.fields.has(keyword)) {
        report({ line, key: keyOf(message), message: `has ${keyword} twice` });
        end();
      }
      open = { text: '', line };
      message.fields.set(keyword, open);
    }
    const piece = source.slice(head.length);
    const isQuoted = piece.length > 1 && piece.startsWith('"') && piece.endsWith('"');
    if (open === null || !isQuoted) {
      const fault = piece.startsWith('"') && open !== null ? NOT_CLOSED : NOT_KNOWN;
      report({ line, key: keyOf(message), message: fault });
      continue;
    }
    append(open, piece.slice(1, -1), (fault) => report({ line, key: keyOf(message), message: fault }));
  }
  end();
  return catalogue.entries();
};

const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,2}\])?)[ \t]*(?=")/;
const NOT_CLOSED = 'has a quote that is not closed';
const NOT_KNOWN = 'is not a # comment, a text in quotes, or one after msgctxt, msgid, msgid_plural or msgstr';

const newMessage = (): Message => ({ fields: new Map(), comments: [], references: [], flags: [] });

/** A context stands before its msgid, and a msgid without one begins anew. */
function startsMessage(keyword: string, { fields }: Message): boolean {
  return keyword === 'msgctxt' ? fields.size > 0 : keyword === 'msgid' && fields.has('msgid');
}

/** Obsolete messages (`#~`) and what a msgid was before (`#|`) are left out. */
function comment(message: Message, source: string): void {
  const [mark, text] = [source.charAt(1), source.slice(2).trim()];
  if (mark === ':') message.references.push(text);
  else if (mark === ',') message.flags.push(...text.split(',', MOST_FLAGS).map((flag) => flag.trim()));
  else if (mark === '.') message.comments.push(text);
  else if (mark !== '~' && mark !== '|') message.comments.push(source.slice(1).trim());
}

const MOST_FLAGS = 20;

function append(field: Field, raw: string, refuse: (fault: string) => void): void {
  if (field.text.length > MOST_CHARS.content) return;
  const { text, unknown } = unescaped(raw, poEscape);
  field.text += text;
  if (unknown !== null) refuse(unknownEscape(unknown));
  else if (text.length <= MOST_CHARS.content && hasBareQuote(raw))
    refuse('has a quote inside a text; write \\" for it');
}

function hasBareQuote(raw: string): boolean {
  for (let at = raw.indexOf('"'); at >= 0; at = raw.indexOf('"', at + 1)) {
    let start = at;
    while (raw[start - 1] === '\\') start -= 1;
    if ((at - start) % 2 === 0) return true;
  }
  return false;
}

/** Octal and hexadecimal ones are bytes: those beyond ASCII are parts of characters. */
const poEscape: EscapeTable = (escape) => {
  const digits = /^x(.+)$/.exec(escape)?.[1];
  if (digits !== undefined || /^[0-7]/.test(escape)) {
    const code = digits === undefined ? parseInt(escape, 8) : parseInt(digits, 16);
    return code < 0x80 ? String.fromCharCode(code) : null;
  }
  return controlEscape(escape, 'ntrfabv') ?? ('"\\\'?'.includes(escape) && escape !== '' ? escape : null);
};

/** What of a message is missing is told with this. */
const keyOf = ({ fields }: Message): string | null => fields.get('msgid')?.text || null;

/** The messages of a file that are strings. */
class Catalogue {
  readonly #entries: SourceEntry[] = [];
  readonly #lines: { filled: number | null; empty: number | null } = { filled: null, empty: null };

  constructor(private readonly report: Report) {}

  entries(): SourceEntry[] {
    const { filled, empty } = this.#lines;
    if (filled !== null && empty !== null) {
      const message = `has no msgstr, so the msgid is its content; others have one, the first on line ${filled}`;
      this.report({ line: empty, key: null, message, isDoubt: true });
    }
    return this.#entries;
  }

  add(message: Message): void {
    const { fields } = message;
    const [id, plural, context] = [fields.get('msgid'), fields.get('msgid_plural'), fields.get('msgctxt')];
    if (id === undefined) {
      const line = Math.min(...[...fields.values()].map((field) => field.line));
      this.report({ line, key: null, message: 'has no msgid' });
      return;
    }
    // The header.
    if (id.text === '' && context === undefined) return;
    const key = context === undefined ? idOf(id.text) : `${idOf(context.text)}|${idOf(id.text)}`;
    const translations = this.#translations(key, message, plural !== undefined);
    if (translations === null) return;
    this.#take(translations.length > 0, id.line);
    const note = noteOf(message, context?.text ?? '');
    const entry = (suffix: string, field: Field): SourceEntry => ({
      id: key + suffix,
      content: field.text,
      idLine: id.line,
      contentLine: field.line,
      ...note,
    });
    if (plural === undefined) {
      this.#entries.push(entry('', translations[0] ?? id));
      return;
    }
    const [one, other] = [entry('.one', translations[0] ?? id), entry('.other', translations[1] ?? plural)];
    this.#entries.push(one, other);
    const forms = [one, other].map(({ id: formId, content, contentLine }, index) => ({
      category: index === 0 ? 'one' : 'other',
      id: String(formId),
      text: String(content),
      line: contentLine,
    }));
    checkPlural(key, forms, this.report);
  }

  #take(isFilled: boolean, line: number): void {
    if (isFilled) this.#lines.filled ??= line;
    else this.#lines.empty ??= line;
  }

  /** The texts of its msgstr; none where they are empty or not certain, and null after reporting a fault in them. */
  #translations(key: string, { fields, flags }: Message, isPlural: boolean): Field[] | null {
    const all = [...fields].filter(([keyword]) => keyword.startsWith('msgstr'));
    const line = fields.get('msgid')?.line ?? null;
    const refuse = (message: string): null => {
      this.report({ line: all[0]?.[1].line ?? line, key, message });
      return null;
    };
    if (all.length === 0) return refuse('has no msgstr');
    const misplaced = all.find(([keyword]) => (keyword === 'msgstr') === isPlural)?.[0];
    if (misplaced !== undefined) return refuse(`has ${misplaced}, but ${isPlural ? 'a' : 'no'} msgid_plural`);
    const filled = all.filter(([, { text }]) => text !== '');
    if (filled.length === 0) return [];
    if (flags.includes('fuzzy')) {
      const message = 'is marked fuzzy, so its msgstr is left out and the msgid is its content';
      this.report({ line, key, message, isDoubt: true });
      return [];
    }
    const names = filled.map(([keyword]) => keyword).join(', ');
    if (isPlural && names !== 'msgstr[0], msgstr[1]')
      return refuse(`has ${names}; a source has msgstr[0] for one and msgstr[1] for other, or neither`);
    return filled.map(([, field]) => field);
  }
}

/** Spelt as gettext spells it, where an id would lose a line break or a blank at its ends. */
function idOf(text: string): string {
  if (text.length > MOST_CHARS.id) return text;
  return text
    .replace(/[\\\n\t\r]/g, (one) => `\\${{ '\n': 'n', '\t': 't', '\r': 'r' }[one] ?? one}`)
    .replace(/^ | $/g, '\\040');
}

function noteOf({ comments, references, flags }: Message, context: string): { note?: StringNote } {
  const formats = flags.filter((flag) => flag.endsWith('-format') && !flag.startsWith('no-'));
  const used = references.length === 0 ? [] : [`Used in ${references.join(', ')}`];
  const limit = flags.map((flag) => /^max-length:\s*(\d{1,6})$/.exec(flag)?.[1]).find(Boolean);
  return noted(
    context,
    [...comments, ...formats, ...used].filter((line) => line !== '').join('\n'),
    limit === undefined ? undefined : Number(limit),
  );
}
