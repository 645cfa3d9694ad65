/**
 * Reads Android's strings.xml: `string`, the items of a `string-array` as `name[0]`, and those of `plurals` as
 * `name[one]`. Elements or files marked `translatable="false"` are left out, as are references to other strings.
 */
import { FileFault, type Report } from '../input-error';
import { isPluralCategory, pluralCategories } from './plurals';
import { noteFields, type EntryReader, type SourceEntry } from '../source-entry';
import { endOf, endOfRun } from '../lines';
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

/** Returns each element with the comments right before it. */
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
  const quantities = elementsIn(plurals).map(({ tag }) => ({
    line: tag.line,
    word: tag.attribute('quantity'),
  }));
  for (const { line, word } of quantities)
    if (word === undefined || !isPluralCategory(word))
      report({ line, key, message: `must have a quantity: ${pluralCategories.join(', ')}` });
  if (!quantities.some(({ word }) => word === 'other'))
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

/**
 * The text of an Android resource as an app shows it: backslash escapes resolved, white space outside of double quotes
 * collapsed, and the quotes removed. In CDATA, quotes and white space stay, as in aapt2. Markup such as `<b>` stays as
 * written, and then the whole text is XML, as in `joinedContent`.
 */
function androidText(element: XmlElement): { text: string; fault: string | null } {
  const reader = new AndroidTextReader();
  const pieces = piecesOf(element);
  const isMarkup = pieces.some(({ kind }) => kind === 'markup');
  for (const { kind, text } of pieces) {
    if (kind === 'markup') reader.markup(text);
    else reader.text(text, isMarkup ? escapeXml : (plain) => plain, kind === 'cdata');
  }
  return reader.end();
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

/** An escape after its backslash. */
const ESCAPE = /u[0-9a-fA-F]{4}|[^]/y;
/** Characters without a special meaning. */
const PLAIN = /[^\\" \t\r\n\f\v]{1,4096}/y;
/** A no-break space is not collapsed. */
const SPACES = ' \t\r\n\f\v';

class AndroidTextReader {
  readonly #parts: string[] = [];
  #isQuoted = false;
  /** White space at the start collapses like that after other white space. */
  #isAfterSpace = true;
  #owesSpace = false;
  #fault: string | null = null;

  markup(source: string): void {
    this.#paySpace();
    this.#parts.push(source);
  }

  text(text: string, spell: (text: string) => string, isCdata: boolean): void {
    for (let at = 0; at < text.length;) {
      const char = text.charAt(at);
      if (char === '"' && !isCdata) {
        this.#isQuoted = !this.#isQuoted;
        at += 1;
      } else if (char === '\\') {
        const end = endOf(ESCAPE, text, at + 1);
        this.#put(spell(this.#unescaped(text.slice(at + 1, end))));
        at = end;
      } else if (SPACES.includes(char)) {
        if (this.#isQuoted || isCdata) this.#put(char);
        else this.#space();
        at += 1;
      } else {
        // A quote in CDATA is literal, but not part of the pattern.
        const end = Math.max(endOfRun(PLAIN, text, at), at + 1);
        this.#put(spell(text.slice(at, end)));
        at = end;
      }
    }
  }

  end(): { text: string; fault: string | null } {
    if (this.#isQuoted) this.#fault ??= 'has a double quote that is not closed; write \\" for a quote';
    return { text: this.#parts.join(''), fault: this.#fault };
  }

  #unescaped(sequence: string): string {
    if (sequence === '') this.#fault ??= 'ends with a backslash; write \\\\ for one';
    if (sequence === 'n') return '\n';
    if (sequence === 't') return '\t';
    if (sequence.length > 1) return String.fromCharCode(parseInt(sequence.slice(1), 16));
    if (sequence === 'u') this.#fault ??= 'has \\u without four hexadecimal digits';
    return sequence;
  }

  #space(): void {
    if (this.#isAfterSpace) return;
    this.#isAfterSpace = true;
    this.#owesSpace = true;
  }

  /** White space at the end is dropped. */
  #paySpace(): void {
    if (this.#owesSpace) this.#parts.push(' ');
    this.#owesSpace = false;
  }

  #put(text: string): void {
    this.#paySpace();
    this.#parts.push(text);
    this.#isAfterSpace = false;
  }
}
