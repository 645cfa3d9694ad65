/**
 * Reads gettext's .po and .pot files. The id is the msgid, after its context; the content is the msgstr, or the msgid
 * if that is empty, as in a template. The parser is our own because `gettext-parser` loses the lines.
 */
import { FileFault, type Report } from '../input-error';
import { checkPlural, type PluralForm } from './plurals';
import { noteFields, onOneLine, type EntryReader, type SourceEntry, MOST_CHARS } from '../source-entry';
import { controlEscape, isEscaped, unescaped, unknownEscape, type EscapeTable } from './escapes';
import { numberedLines } from '../lines';

export const readPoStrings: EntryReader = (text, report) => {
  const entries: SourceEntry[] = [];
  const first: { filled?: PoField; empty?: PoField } = {};
  for (const message of poMessages(text, report)) {
    const id = message.fields.get('msgid');
    if (id === undefined) {
      const [other] = message.fields.values();
      report({ line: other?.line ?? null, key: null, message: 'has no msgid' });
      continue;
    }
    if (id.text === '' && !message.fields.has('msgctxt')) continue; // An empty msgid is the header.
    const key = keyOf(message, id);
    const translations = translationsOf(key, message, report);
    if (translations === null) continue;
    first[translations.length > 0 ? 'filled' : 'empty'] ??= { text: key, line: id.line };
    const forms = formsOf(key, id, message.fields.get('msgid_plural'), translations);
    checkPlural(key, forms, report);
    const note = noteOf(message);
    for (const form of forms)
      entries.push({ id: form.id, content: form.text, idLine: id.line, contentLine: form.line, ...note });
  }
  const { filled, empty } = first;
  if (filled !== undefined && empty !== undefined) {
    const message = `has no msgstr, so the msgid is its content; others have one, the first on line ${filled.line}`;
    report({ line: empty.line, key: empty.text, message, isWarning: true });
  }
  return entries;
};

/** A message with a plural gives two strings, because a gettext source has no further forms. */
function formsOf(
  key: string,
  id: PoField,
  plural: PoField | undefined,
  [one = id, other = plural]: readonly PoField[],
): PluralForm[] {
  if (other === undefined) return [{ category: 'other', id: key, ...one }];
  return [
    { category: 'one', id: `${key}.one`, ...one },
    { category: 'other', id: `${key}.other`, ...other },
  ];
}

/** The texts of its msgstr; empty if they are empty or fuzzy, and null after reporting a fault in them. */
function translationsOf(key: string, { fields, flags }: PoMessage, report: Report): PoField[] | null {
  const isPlural = fields.has('msgid_plural');
  const all = [...fields].filter(([keyword]) => keyword.startsWith('msgstr'));
  const line = fields.get('msgid')?.line ?? null;
  const refuse = (message: string): null => {
    report({ line: all[0]?.[1].line ?? line, key, message });
    return null;
  };
  if (all.length === 0) return refuse('has no msgstr');
  const misplaced = all.find(([keyword]) => (keyword === 'msgstr') === isPlural)?.[0];
  if (misplaced !== undefined) return refuse(`has ${misplaced}, but ${isPlural ? 'a' : 'no'} msgid_plural`);
  const filled = all.filter(([, { text }]) => text !== '');
  if (filled.length === 0) return [];
  if (flags.includes('fuzzy')) {
    const message = 'is marked fuzzy, so its msgstr is left out and the msgid is its content';
    report({ line, key, message, isWarning: true });
    return [];
  }
  const names = filled.map(([keyword]) => keyword).join(', ');
  if (isPlural && names !== 'msgstr[0], msgstr[1]')
    return refuse(`has ${names}; a source has msgstr[0] for one and msgstr[1] for other, or neither`);
  return filled.map(([, field]) => field);
}

function keyOf({ fields }: PoMessage, id: PoField): string {
  const context = fields.get('msgctxt');
  return context === undefined ? onOneLine(id.text) : `${onOneLine(context.text)}|${onOneLine(id.text)}`;
}

function noteOf({ fields, comments, references, flags }: PoMessage): ReturnType<typeof noteFields> {
  const formats = flags.filter((flag) => flag.endsWith('-format') && !flag.startsWith('no-'));
  const used = references.length === 0 ? [] : [`Used in ${references.join(', ')}`];
  const limit = flags.map((flag) => /^max-length:\s*(\d{1,6})$/.exec(flag)?.[1]).find(Boolean);
  const comment = [...comments, ...formats, ...used].filter((line) => line !== '').join('\n');
  return noteFields(
    fields.get('msgctxt')?.text ?? '',
    comment,
    limit === undefined ? undefined : Number(limit),
  );
}

interface PoField {
  text: string;
  line: number;
}

interface PoMessage {
  fields: Map<string, PoField>;
  comments: string[];
  references: string[];
  flags: string[];
}

export function* poMessages(text: string, report: Report): Generator<PoMessage> {
  let message = newMessage();
  let open: PoField | null = null;
  let messages = 0;
  for (const { source: untrimmed, line } of numberedLines(text, MOST_LINES)) {
    const refuse = (fault: string): void => report({ line, key: msgidOf(message), message: fault });
    const source = untrimmed.trim();
    if (source === '') continue;
    const [head = '', keyword] = KEYWORD.exec(source) ?? [];
    if (message.fields.size > 0 && startsMessage(source, keyword, message)) {
      yield message;
      [message, open] = [newMessage(), null];
      messages += 1;
      if (messages === MOST_MESSAGES)
        throw new FileFault(`is beyond the ${MOST_MESSAGES} messages that a file may have`, line);
    }
    if (source.startsWith('#')) {
      comment(message, source);
      continue;
    }
    if (keyword !== undefined) {
      if (message.fields.has(keyword)) refuse(`has ${keyword} twice`);
      open = { text: '', line };
      message.fields.set(keyword, open);
    }
    const piece = source.slice(head.length);
    if (open === null || !piece.startsWith('"')) refuse(NOT_KNOWN);
    else if (piece.length < 2 || !piece.endsWith('"')) refuse('has a quote that is not closed');
    else append(open, piece.slice(1, -1), refuse);
  }
  if (message.fields.size > 0) yield message;
}

/** Comments, references and pieces make a message long: ten lines for each of 300,000. */
const MOST_LINES = 3_000_000;
const MOST_MESSAGES = 500_000;
const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,2}\])?)[ \t]*(?=")/;
const NOT_KNOWN = 'is not a # comment, a text in quotes, or one after msgctxt, msgid, msgid_plural or msgstr';

const newMessage = (): PoMessage => ({ fields: new Map(), comments: [], references: [], flags: [] });

/** Comments come before their message, and a context before its msgid. */
function startsMessage(source: string, keyword: string | undefined, { fields }: PoMessage): boolean {
  return source.startsWith('#') || keyword === 'msgctxt' || (keyword === 'msgid' && fields.has('msgid'));
}

function msgidOf({ fields }: PoMessage): string | null {
  const id = fields.get('msgid')?.text;
  return id === undefined || id === '' ? null : id;
}

/** Obsolete messages (`#~`) and previous msgids (`#|`) are left out. */
function comment(message: PoMessage, source: string): void {
  const [mark, text] = [source.charAt(1), source.slice(2).trim()];
  if (mark === ':') message.references.push(text);
  else if (mark === ',') message.flags.push(...text.split(',', MOST_FLAGS).map((flag) => flag.trim()));
  else if (mark === '.') message.comments.push(text);
  else if (mark !== '~' && mark !== '|') message.comments.push(source.slice(1).trim());
}

const MOST_FLAGS = 20;

function append(field: PoField, raw: string, refuse: (fault: string) => void): void {
  if (field.text.length > MOST_CHARS.content) return;
  const { text, unknown } = unescaped(raw, poEscape);
  field.text += text;
  if (unknown !== null) refuse(unknownEscape(unknown));
  else if (text.length <= MOST_CHARS.content && hasBareQuote(raw))
    refuse('has a quote inside a text; write \\" for it');
}

function hasBareQuote(raw: string): boolean {
  for (let at = raw.indexOf('"'); at >= 0; at = raw.indexOf('"', at + 1))
    if (!isEscaped(raw, at)) return true;
  return false;
}

/** Octal and hexadecimal escapes are bytes: those beyond ASCII are parts of characters. */
const poEscape: EscapeTable = (escape) => {
  const digits = /^x(.+)$/.exec(escape)?.[1];
  if (digits !== undefined || /^[0-7]/.test(escape)) {
    const code = digits === undefined ? parseInt(escape, 8) : parseInt(digits, 16);
    return code < 0x80 ? String.fromCharCode(code) : null;
  }
  return controlEscape(escape, 'ntrfabv') ?? (/^["\\'?]$/.test(escape) ? escape : null);
};
