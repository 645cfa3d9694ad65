/**
 * Strings in the strings.xml of Android: `string`, the items of a `string-array` as `name[0]`, and those of `plurals` as
 * `name[one]`. What says `translatable="false"`, alone or for the whole file, and what only refers to another string, is
 * left out.
 */
import { androidText } from './android-text';
import type { Report } from './input-error';
import type { EntryReader, SourceEntry, StringNote } from './source-entry';
import { elementsIn, parseXml, plainText, type XmlElement } from './xml-tree';

export const readAndroidStrings: EntryReader = (text, report) => {
  const root = parseXml(text, report);
  if (root === null) return null;
  if (root.tag.name === 'resources')
    return withComments(root).flatMap(([element, comment]) => {
      if (!isMarked(root) && !isMarked(element)) return entriesOf(element, comment, report);
      return entriesOf(element, comment, () => undefined).map((entry) => ({ ...entry, leftOut: 'marked' }));
    });
  const message =
    'must be the resources element of an Android strings.xml; name an XLIFF file .xlf or .xliff';
  report({ line: root.tag.line, key: null, message });
  return null;
};

const isMarked = ({ tag }: XmlElement): boolean => tag.attribute('translatable') === 'false';

/** Each element with what the comments say that stand right before it. */
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

const QUANTITIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

function checkQuantities(plurals: XmlElement, report: Report): void {
  const key = plurals.tag.attribute('name') ?? null;
  const quantities = elementsIn(plurals).map(({ tag }) => ({
    line: tag.line,
    word: tag.attribute('quantity'),
  }));
  for (const { line, word } of quantities)
    if (word === undefined || !QUANTITIES.includes(word))
      report({ line, key, message: `must have a quantity: ${QUANTITIES.join(', ')}` });
  if (!quantities.some(({ word }) => word === 'other'))
    report({ line: plurals.tag.line, key, message: 'must have an item with quantity="other"' });
}

/** `@string/other_name`: Android shows the other string, and nothing for `@null`. */
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
  const note: StringNote | null = comment === '' ? null : { comment };
  return [{ ...place, content: text, ...(note && { note }) }];
}
