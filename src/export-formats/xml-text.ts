/** Texts in XML. */
import { elementsIn, parseXml, type XmlElement } from '../source/xml-tree';

/** What XML 1.0 has no way to write. */
export const isInXml = (text: string): boolean =>
  !/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text);

export const NOT_IN_XML = 'with control characters, which XML cannot have';

export function xmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** The elements in a text that is XML itself, as a source with markup is read; none: it is plain text. */
export function elementsWithin(text: string): XmlElement[] {
  if (!/<[A-Za-z]/.test(text)) return [];
  const root = parseXml(`<text>${text}</text>`, () => undefined);
  return root === null ? [] : allIn(root);
}

function allIn(parent: XmlElement): XmlElement[] {
  return elementsIn(parent).flatMap((element) => [element, ...allIn(element)]);
}
