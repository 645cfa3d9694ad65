/**
 * Strings in a property list of Apple: the plurals of a `.stringsdict`, and a `.strings` file that is XML. Of a plural the
 * format is a string of its own, and so is each form: `files`, `files.count.one`.
 */
import { flatten } from './flatten';
import type { Report } from './input-error';
import type { Located, LocatedMapping, Member } from './located';
import { onOneLine, type EntryReader } from './source-entry';
import { elementsIn, parseXml, plainText, type XmlElement } from './xml-tree';

export const readPlistStrings: EntryReader = (text, report) => {
  const root = parseXml(text, report);
  if (root === null) return null;
  const [dict] = root.tag.name === 'plist' ? elementsIn(root) : [];
  if (dict?.tag.name === 'dict') return flatten(withFormats(mappingOf(dict, report)), report);
  report({ line: root.tag.line, key: null, message: 'must be a property list with a dict in it' });
  return null;
};

function mappingOf(dict: XmlElement, report: Report): LocatedMapping {
  const members: Member[] = [];
  const elements = elementsIn(dict);
  for (let at = 0; at < elements.length; at += 2) {
    const [key, value] = elements.slice(at, at + 2);
    if (key?.tag.name === 'key' && value !== undefined && value.tag.name !== 'key')
      members.push({ key: onOneLine(plainText(key)), line: key.tag.line, value: valueOf(value, report) });
    else {
      report({ line: key?.tag.line ?? null, key: null, message: 'is not a key with its value' });
      break;
    }
  }
  return { kind: 'mapping', line: dict.tag.line, members };
}

function valueOf(element: XmlElement, report: Report): Located {
  const { name, line } = element.tag;
  if (name === 'dict') return mappingOf(element, report);
  if (name === 'array')
    return { kind: 'list', line, items: elementsIn(element).map((item) => valueOf(item, report)) };
  // Numbers and flags are no texts.
  return { kind: 'scalar', line, value: name === 'string' ? plainText(element) : false };
}

const FORMAT = 'NSStringLocalizedFormatKey';
/** What a form is chosen by, and how its number is written. */
const SPECS = ['NSStringFormatSpecTypeKey', 'NSStringFormatValueTypeKey'];

function withFormats({ members, ...root }: LocatedMapping): LocatedMapping {
  return {
    ...root,
    members: members.flatMap((member): Member[] => {
      const { key, value } = member;
      if (value.kind !== 'mapping') return [member];
      return value.members.map(({ key: name, line, value: inner }) => ({
        key: name === FORMAT ? key : `${key}.${name}`,
        line,
        value:
          inner.kind === 'mapping'
            ? { ...inner, members: inner.members.filter((one) => !SPECS.includes(one.key)) }
            : inner,
      }));
    }),
  };
}
