/**
 * Writes Android's strings.xml: `name[one]` is an item of plurals, and `name[0]` one of an array, the inverse of the
 * reader.
 */
import { elementsWithin, xmlAttribute, xmlText } from './xml-formats';
import { hexEscape, Notes, type TranslatedString, type Writer } from './writer';

const NAME = /^[\p{XID_Start}_][\p{XID_Continue}.-]*$/u;
const ITEM = /^(.*)\[(?:(zero|one|two|few|many|other)|(0|[1-9]\d{0,5}))\]$/s;

interface Resource {
  tag: 'string' | 'plurals' | 'string-array';
  name: string;
  items: { word: string; string: TranslatedString }[];
}

export const writeAndroid: Writer = (strings, { sourceFormat }) => {
  const notes = new Notes();
  let keys = 0;
  const lines = resourcesOf(strings).map((resource) => {
    const fault = faultOf(resource);
    if (fault === null) keys += resource.items.length;
    else notes.leaveOut(fault, ...resource.items.map(({ string }) => string.key));
    return fault === null ? `    ${elementText(resource, sourceFormat === 'android')}\n` : '';
  });
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines.join('')}</resources>\n`;
  return { text, keys, notes: notes.sentences() };
};

/** Each resource is placed where the first of its items was. */
function resourcesOf(strings: readonly TranslatedString[]): Resource[] {
  const resources = new Map<string, Resource>();
  for (const string of strings) {
    const [, stem = string.key, quantity, index] = ITEM.exec(string.key) ?? [];
    const tag = quantity === undefined ? (index === undefined ? 'string' : 'string-array') : 'plurals';
    const resource = resources.get(`${tag} ${stem}`) ?? { tag, name: stem, items: [] };
    resources.set(`${tag} ${stem}`, resource);
    resource.items.push({ word: quantity ?? index ?? '', string });
  }
  return [...resources.values()];
}

function faultOf({ tag, name, items }: Resource): string | null {
  if (!NAME.test(name)) return 'with a name that Android does not take';
  const words = new Set(items.map(({ word }) => word));
  if (tag === 'plurals' && !words.has('other')) return 'of a plural without the form other';
  const isWhole = tag !== 'string-array' || items.every((_item, at) => words.has(String(at)));
  return isWhole ? null : 'of an array that would lack items';
}

function elementText({ tag, name, items }: Resource, mayBeMarkup: boolean): string {
  const text = ({ string }: Resource['items'][number]): string => androidText(string.text, mayBeMarkup);
  const [first] = items;
  if (tag === 'string' && first !== undefined)
    return `<string name="${xmlAttribute(name)}"${formatted(first.string.text)}>${text(first)}</string>`;
  const inOrder =
    tag === 'plurals' ? items : [...items].sort((one, other) => Number(one.word) - Number(other.word));
  const lines = inOrder.map(
    (item) => `        <item${tag === 'plurals' ? ` quantity="${item.word}"` : ''}>${text(item)}</item>\n`,
  );
  return `<${tag} name="${xmlAttribute(name)}">\n${lines.join('')}    </${tag}>`;
}

/** aapt2 refuses a text with several arguments without positions, unless it is marked as not formatted. */
function formatted(text: string): string {
  const all = (text.match(/%(?:[%n]|\d+\$)?/g) ?? []).filter((one) => !/^%[%n]$/.test(one));
  return all.length > 1 && all.includes('%') ? ' formatted="false"' : '';
}

/** The markup of an Android source is as written, and its text is XML already. */
function androidText(text: string, mayBeMarkup: boolean): string {
  if (!mayBeMarkup || elementsWithin(text).length === 0) return xmlText(escaped(text));
  const pieces = text.split(/(<[^<>]*>)/);
  const last = pieces.findLastIndex((piece, at) => at % 2 === 0 && piece !== '');
  let isAfterBlank = true;
  return pieces
    .map((piece, at) => {
      if (at % 2 === 1 || piece === '') return piece;
      const written = escaped(piece, { isAfterBlank, isLast: at === last });
      isAfterBlank = piece.endsWith(' ');
      return written;
    })
    .join('');
}

/** Unescaped white space is collapsed, and trimmed at both ends; `@` and `?` begin references. */
function escaped(text: string, { isAfterBlank = true, isLast = true } = {}): string {
  const collapses = (at: number, whole: string): boolean =>
    (at === 0 ? isAfterBlank : whole[at - 1] === ' ') || (isLast && at === whole.length - 1);
  return text
    .replace(/[\\'"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replace(/^[@?]/, '\\$&')
    .replace(/ /g, (blank, at: number, whole: string) => (collapses(at, whole) ? '\\u0020' : blank))
    .replace(/(?! )[\p{Cc}\p{Z}\ufffe\uffff]/gu, (char) => hexEscape(char));
}
