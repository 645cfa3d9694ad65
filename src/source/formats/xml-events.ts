/**
 * Reports an XML text as events. A DOCTYPE with declarations is refused before anything is parsed, so that no entities
 * exist but those of XML itself; depth, attributes and number of elements are bounded.
 */
import { SaxesParser, type SaxesAttributeNS, type SaxesOptions, type SaxesTag } from 'saxes';
import { FileFault } from '../input-error';
import { endOf, endOfRun, hasMoreThan, linesOf } from '../lines';
import { DEEPEST } from '../located';

/** There are millions of tags, so what few readers need is computed on request. */
export class XmlTag {
  constructor(
    private readonly tag: SaxesTag,
    private readonly text: string,
    private readonly span: { start: number; end: number },
    readonly line: number,
  ) {}

  get name(): string {
    return nameOf(this.tag);
  }

  /** Empty: there is no namespace, or namespaces were not requested. */
  get uri(): string {
    return this.tag.uri ?? '';
  }

  get source(): string {
    return this.text.slice(this.span.start, this.span.end);
  }

  attribute(name: string, uri = ''): string | undefined {
    const attributes: Readonly<Record<string, string | SaxesAttributeNS>> = this.tag.attributes;
    // An attribute without a prefix has no namespace, and is found by its name.
    if (uri === '') {
      const found = attributes[name];
      return typeof found === 'object' ? found.value : found;
    }
    for (const one of Object.values(attributes))
      if (typeof one === 'object' && one.local === name && one.uri === uri) return one.value;
    return undefined;
  }
}

function nameOf({ local, name }: SaxesTag): string {
  return local ?? name.slice(name.indexOf(':') + 1);
}

export interface XmlHandler {
  open(tag: XmlTag): void;
  /** `source` is empty for a self-closing element. */
  close?(source: string, name: string): void;
  text?(text: string, isCdata?: true): void;
  comment?(text: string): void;
}

const MOST_ATTRIBUTES = 1000;
/** Longer than any text, and than the content between the tags of most files. */
const MOST_CHARS_APART = 4 * 1024 * 1024;
/** An XLIFF file may contain its original file in Base64. */
const MOST_BASE64_CHARS = 32 * 1024 * 1024;

export interface XmlBounds {
  elements: number;
  /** Comments and closing tags are counted too. */
  brackets: number;
  attributes: number;
}

/** The limits for a sheet, of which only rows are kept: ten columns for each of 100,000 strings. */
const SHEET_BOUNDS: XmlBounds = { elements: Infinity, brackets: 5_000_000, attributes: 5_000_000 };

interface XmlOptions {
  /** A reader that keeps the elements needs lower limits. */
  bounds?: XmlBounds;
  /** Off where names are enough, because the lookup of namespaces takes time for each element. */
  namespaces?: boolean;
}

export function readXml(
  text: string,
  handler: XmlHandler,
  { bounds = SHEET_BOUNDS, namespaces = true }: XmlOptions = {},
): void {
  const lineAt = linesOf(text);
  const doctype = doctypeIn(text);
  if (doctype !== null) throw new FileFault(NO_DOCTYPE, lineAt(doctype));
  const fault = bracketFault(text, bounds.brackets);
  if (fault !== null) throw new FileFault(fault, 1);
  const tooManyAttributes = `holds more than ${bounds.attributes} attributes`;
  if (hasMoreThan(bounds.attributes, text, ['="', "='"])) throw new FileFault(tooManyAttributes, 1);

  const parser = new SaxesParser<SaxesOptions>({ xmlns: namespaces, position: false });
  const openLines: number[] = [];
  let closedLine: number | undefined;
  let [elements, attributes, ownAttributes, start] = [0, 0, 0, 0];
  const fail = (message: string, line = parser.line): never => {
    throw new FileFault(message, line);
  };
  // An element that is never closed is reported at its opening tag: the place where it is noticed helps nobody.
  const lineOf = (message: string): number | undefined => {
    if (message.startsWith('unclosed tag')) return openLines.at(-1);
    return message.startsWith('unexpected close tag') ? closedLine : undefined;
  };
  parser.on('error', ({ message }) => fail(wording(message), lineOf(message)));
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
      fail(`says that its encoding is ${encoding}; save it as UTF-8, and say so`);
  });
  parser.on('opentagstart', () => {
    elements += 1;
    if (elements > bounds.elements) fail(`holds more than ${bounds.elements} elements`);
    // The parser has read one character beyond the name.
    start = text.lastIndexOf('<', parser.position - 1);
    ownAttributes = 0;
    openLines.push(lineAt(start));
    if (openLines.length > DEEPEST) fail(`is nested more than ${DEEPEST} levels deep`);
  });
  parser.on('attribute', () => {
    ownAttributes += 1;
    attributes += 1;
    if (attributes > bounds.attributes) fail(tooManyAttributes);
    if (ownAttributes > MOST_ATTRIBUTES) fail(`has an element with more than ${MOST_ATTRIBUTES} attributes`);
  });
  parser.on('opentag', (tag) =>
    handler.open(new XmlTag(tag, text, { start, end: parser.position }, openLines.at(-1) ?? 1)),
  );
  parser.on('closetag', (tag) => {
    closedLine = openLines.pop();
    const { position } = parser;
    const from = tag.isSelfClosing ? position : text.lastIndexOf('<', position - 1);
    handler.close?.(text.slice(from, position), nameOf(tag));
  });
  parser.on('text', (content) => handler.text?.(content));
  parser.on('cdata', (content) => handler.text?.(content, true));
  parser.on('comment', (content) => handler.comment?.(content));
  parser.write(text).close();
}

const NO_DOCTYPE = 'has a DOCTYPE with declarations, which can define entities without end; remove it';
const NOT_CLOSED = 'an element that is not closed';

const words: Readonly<Record<string, string>> = {
  'undefined entity': 'an entity other than amp, lt, gt, quot and apos; write the character itself',
  'unexpected close tag': NOT_CLOSED,
  'unmatched closing tag': 'a closing tag without an opening one',
};

function wording(message: string): string {
  const reason = message.replace(/\.$/, '');
  const known = reason.startsWith('unclosed tag') ? NOT_CLOSED : (words[reason] ?? reason.slice(0, 200));
  return `is not valid XML: ${known}`;
}

/** A cheap check before the text is parsed. */
function bracketFault(text: string, most: number): string | null {
  for (let [at, count] = [0, 0]; ; count += 1) {
    const next = text.indexOf('<', at + 1);
    const end = next < 0 ? text.length : next;
    if (end - at > MOST_CHARS_APART && !isBase64(text.slice(at, end)))
      return `has more than ${MOST_CHARS_APART / 1024 / 1024} MB without a tag`;
    if (count > most) return `holds more than ${most} tags`;
    if (next < 0) return null;
    at = next;
  }
}

/** `tagAndText` is a tag and the text after it; other texts of such a length are slow to read. */
function isBase64(tagAndText: string): boolean {
  const start = tagAndText.indexOf('>') + 1;
  const isTextMostly = start > 0 && start < 1000 && tagAndText.length <= MOST_BASE64_CHARS;
  return isTextMostly && !/[^A-Za-z0-9+/=\s]/.test(tagAndText.slice(start));
}

/** A DOCTYPE that only refers to an external one, as in Apple's property lists. Nothing is fetched for it. */
const PLAIN_DOCTYPE = /<!DOCTYPE(?:[^["'<>]|"[^"<>]{0,300}"|'[^'<>]{0,300}'){1,300}>/y;

/** The offset of a DOCTYPE with declarations; only instructions and comments may come before it. */
function doctypeIn(text: string): number | null {
  for (let at = 0; ;) {
    at = endOfRun(/\s{1,4096}/y, text, at);
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null;
    if (end === null)
      return text.startsWith('<!DOCTYPE', at) && endOf(PLAIN_DOCTYPE, text, at) === at ? at : null;
    const closed = text.indexOf(end, at + 2);
    if (closed < 0) return null;
    at = closed + end.length;
  }
}
