/**
 * Reads Android's strings.xml: `string`, the items of a `string-array` as `name[0]`, and those of `plurals` as
 * `name[one]`. Elements or files marked `translatable="false"` are left out, as are references to other strings.
 */
import { FileFault, type Report } from '../input-error';
import { isPluralCategory, pluralCategories } from './plurals';
import { noteFields, type EntryReader, type SourceEntry } from '../source-entry';
import { elementsIn, parseXml, plainText, type XmlElement, escapeXml } from './xml-tree';

export const readAndroidStrings: EntryReader = (text, report) => {
  const root = parseXml(text);
  if (root.tag.name !== 'resources')
    throw new FileFault(
      'must be the resources element of an Android strings.xml; name an XLIFF file .xlf or .xliff',
      root.tag.line,
    );
  return withComments(root).flatMap(([element, comment]) => {
    if (!isMarked(root) && !isMarked(element)) return entriesOf(element, comment, report);
    return entriesOf(element, comment, () => undefined).map((entry) => ({ ...entry, leftOut: 'marked' }));
  });
};

const isMarked = ({ tag }: XmlElement): boolean => tag.attribute('translatable') === 'false';

function withComments({ children }: XmlElement): [XmlElement, string][] {
  const elements: [XmlElement, string][] = [];
  let comments: string[] = [];
  for (const node of children) {
    if (node.kind === 'comment') comments.push(node.text.trim());
    if (node.kind !== 'element') continue;
    elements.push([node, comments.filter((text) => text !== '').join('\n')]);
    comments = [];
  }
  return elements;
}

function entriesOf(element: XmlElement, comment: string, report: Report): SourceEntry[] {
  const { tag } = element;
  const name = tag.attribute('name');
  const kind = tag.name === 'item' ? tag.attribute('type') : tag.name;
  switch (kind) {
    case 'string':
      return entryOf(element, name, comment, report);
    case 'string-array':
      return withComments(element).flatMap(([item, own], index) =>
        entryOf(item, name && `${name}[${index}]`, own || comment, report),
      );
    case 'plurals':
      checkQuantities(element, report);
      return withComments(element).flatMap(([item, own]) => {
        const quantity = item.tag.attribute('quantity');
        return entryOf(item, name && quantity && `${name}[${quantity}]`, own || comment, report);
      });
    default:
      return [];
  }
}

function checkQuantities(plurals: XmlElement, report: Report): void {
  const key = plurals.tag.attribute('name') ?? null;
  const items = elementsIn(plurals);
  for (const { tag } of items)
    if (!isPluralCategory(tag.attribute('quantity') ?? ''))
      report({ line: tag.line, key, message: `must have a quantity: ${pluralCategories.join(', ')}` });
  if (!items.some(({ tag }) => tag.attribute('quantity') === 'other'))
    report({ line: plurals.tag.line, key, message: 'must have an item with quantity="other"' });
}

/** For `@string/other_name` Android shows the other string, and for `@null` nothing. */
const REFERENCE = /^\s*@(?:[+*]?([\w.]+:)?[a-z]+\/[\w.]+|null|empty)\s*$/;

function entryOf(
  element: XmlElement,
  id: string | undefined,
  comment: string,
  report: Report,
): SourceEntry[] {
  const { line } = element.tag;
  const place = { id, idLine: line, contentLine: line };
  if (REFERENCE.test(plainText(element))) return [{ ...place, content: undefined, leftOut: 'reference' }];
  const { text, fault } = androidText(element);
  if (fault !== null) report({ line, key: id ?? null, message: fault });
  return [{ ...place, content: text, ...noteFields('', comment) }];
}

/** `<xliff:g>` only marks untranslatable text, and Android drops it too. */
const XLIFF = 'urn:oasis:names:tc:xliff:document:1.2';

/** An escape, a quote, white space without no-break spaces, or characters without a special meaning. */
const TOKEN = /\\(?:u[0-9a-fA-F]{4}|[^])?|"|[ \t\r\n\f\v]{1,4096}|[^\\" \t\r\n\f\v]{1,4096}/g;

/**
 * The text of an Android resource as an app shows it: backslash escapes resolved, white space outside of double quotes
 * collapsed, and the quotes removed. In CDATA, quotes and white space stay, as in aapt2. Markup such as `<b>` stays as
 * written, and then the whole text is XML, as in `joinedContent`.
 */
function androidText(element: XmlElement): { text: string; fault: string | null } {
  const pieces = piecesOf(element);
  const isMarkup = pieces.some(({ kind }) => kind === 'markup');
  const written: string[] = [];
  let fault: string | null = null;
  let isQuoted = false;
  // White space at the start collapses like that after other white space; at the end it is dropped.
  let [isAfterSpace, isSpaceOwed] = [true, false];
  const write = (text: string): void => {
    written.push(isSpaceOwed ? ` ${text}` : text);
    isSpaceOwed = false;
  };
  for (const { kind, text } of pieces) {
    if (kind === 'markup') {
      write(text);
      continue;
    }
    const isCdata = kind === 'cdata';
    for (const [token] of text.matchAll(TOKEN)) {
      if (token === '"' && !isCdata) isQuoted = !isQuoted;
      else if (' \t\r\n\f\v'.includes(token.charAt(0)) && !isQuoted && !isCdata) {
        isSpaceOwed ||= !isAfterSpace;
        isAfterSpace = true;
      } else {
        if (token.startsWith('\\')) fault ??= escapeFault(token);
        const plain = token.startsWith('\\') ? unescaped(token.slice(1)) : token;
        write(isMarkup ? escapeXml(plain) : plain);
        isAfterSpace = false;
      }
    }
  }
  if (isQuoted) fault ??= 'has a double quote that is not closed; write \\" for a quote';
  return { text: written.join(''), fault };
}

function escapeFault(token: string): string | null {
  if (token === '\\') return 'ends with a backslash; write \\\\ for one';
  return token === '\\u' ? 'has \\u without four hexadecimal digits' : null;
}

function unescaped(sequence: string): string {
  if (sequence.length > 1) return String.fromCharCode(parseInt(sequence.slice(1), 16));
  return { n: '\n', t: '\t' }[sequence] ?? sequence;
}

interface Piece {
  kind: 'text' | 'cdata' | 'markup';
  text: string;
}

function piecesOf({ children }: XmlElement): Piece[] {
  return children.flatMap((node): Piece[] => {
    if (node.kind === 'comment') return [];
    if (node.kind === 'text') return [{ kind: node.isCdata ? 'cdata' : 'text', text: node.text }];
    const { tag, closing } = node;
    if (tag.uri === XLIFF && tag.name === 'g') return piecesOf(node);
    return [{ kind: 'markup', text: tag.source }, ...piecesOf(node), { kind: 'markup', text: closing }];
  });
}
