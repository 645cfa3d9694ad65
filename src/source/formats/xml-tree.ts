/** Parses an XML text into a tree, for the formats whose strings are in elements. */
import { FileFault } from '../input-error';
import { readXml, type XmlBounds, type XmlTag } from './xml-events';

export interface XmlElement {
  kind: 'element';
  tag: XmlTag;
  /** The source of the closing tag; empty for a self-closing element. */
  closing: string;
  children: XmlNode[];
}

interface XmlText {
  kind: 'text';
  text: string;
  isCdata?: true;
}

interface XmlComment {
  kind: 'comment';
  text: string;
}

type XmlNode = XmlElement | XmlText | XmlComment;

/** Each element takes half a kilobyte and more, far more than a value of JSON. */
const BOUNDS: XmlBounds = { elements: 1_000_000, brackets: 3_000_000, attributes: 2_000_000 };

export function parseXml(text: string, bounds = BOUNDS): XmlElement {
  const roots: XmlElement[] = [];
  const open: XmlElement[] = [];
  const add = (node: XmlNode): void => void open.at(-1)?.children.push(node);
  readXml(
    text,
    {
      open(tag) {
        const element: XmlElement = { kind: 'element', tag, closing: '', children: [] };
        if (open.length === 0) roots.push(element);
        add(element);
        open.push(element);
      },
      close(source) {
        const element = open.pop();
        if (element !== undefined) element.closing = source;
      },
      text: (content, isCdata) => add({ kind: 'text', text: content, ...(isCdata && { isCdata }) }),
      comment: (content) => add({ kind: 'comment', text: content }),
    },
    { bounds },
  );
  const [root] = roots;
  if (root === undefined) throw new FileFault('has no element');
  return root;
}

export function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((node) => node.kind === 'element');
}

export function plainText({ children }: XmlElement): string {
  return children
    .map((node) => (node.kind === 'element' ? plainText(node) : node.kind === 'text' ? node.text : ''))
    .join('');
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * The joined texts of elements. If there are elements within, they stay as written, and the whole is XML: an ampersand
 * or a `<` in the text becomes `&amp;` or `&lt;`, so that text and markup cannot be confused.
 */
export function joinedContent(elements: readonly XmlElement[]): string {
  const isMarkup = elements.some((element) => elementsIn(element).length > 0);
  return elements.map(isMarkup ? innerXml : plainText).join('');
}

function innerXml({ children }: XmlElement): string {
  return children
    .map((node) => {
      if (node.kind === 'comment') return '';
      return node.kind === 'text' ? escapeXml(node.text) : node.tag.source + innerXml(node) + node.closing;
    })
    .join('');
}
