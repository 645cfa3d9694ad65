/** The messages of a gettext file as it has them, with the line of each field. */
import { controlEscape, unescaped, unknownEscape, type EscapeTable } from './escapes';
import type { Report } from './input-error';
import { numberedLines } from './lines';
import { MOST_CHARS } from './source-entry';

export interface PoField {
  text: string;
  line: number;
}

export interface PoMessage {
  /** By keyword, such as `msgid` and `msgstr[0]`. */
  fields: Map<string, PoField>;
  comments: string[];
  references: string[];
  flags: string[];
}

export function* poMessages(text: string, report: Report): Generator<PoMessage> {
  let message = newMessage();
  let open: PoField | null = null;
  let messages = 0;
  for (const { source: untrimmed, line } of numberedLines(text, report, MOST_LINES)) {
    const refuse = (fault: string): void => report({ line, key: keyOf(message), message: fault });
    const source = untrimmed.trim();
    if (source === '') continue;
    const [head = '', keyword] = KEYWORD.exec(source) ?? [];
    if (message.fields.size > 0 && startsMessage(source, keyword, message)) {
      yield message;
      [message, open] = [newMessage(), null];
      messages += 1;
      if (messages === MOST_MESSAGES) {
        refuse(`is beyond the ${MOST_MESSAGES} messages that a file may have`);
        return;
      }
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

/** With its comments, references and pieces a message takes many: ten for each of three hundred thousand. */
const MOST_LINES = 3_000_000;
const MOST_MESSAGES = 500_000;
const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,2}\])?)[ \t]*(?=")/;
const NOT_KNOWN = 'is not a # comment, a text in quotes, or one after msgctxt, msgid, msgid_plural or msgstr';

const newMessage = (): PoMessage => ({ fields: new Map(), comments: [], references: [], flags: [] });

/** Comments stand before their message, and a context before its msgid. */
function startsMessage(source: string, keyword: string | undefined, { fields }: PoMessage): boolean {
  return source.startsWith('#') || keyword === 'msgctxt' || (keyword === 'msgid' && fields.has('msgid'));
}

function keyOf({ fields }: PoMessage): string | null {
  const id = fields.get('msgid')?.text;
  return id === undefined || id === '' ? null : id;
}

/** Obsolete messages (`#~`) and what a msgid was before (`#|`) are left out. */
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
  return controlEscape(escape, 'ntrfabv') ?? (/^["\\'?]$/.test(escape) ? escape : null);
};
