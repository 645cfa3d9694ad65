/**
 * Reads XLIFF 1 and 2: a string for each unit, with its source text. If both languages are the same, sources are keys
 * and the targets are the texts. Units with `translate="no"`, inherited from a group or file too, are left out. Ids are
 * unique within a `file` element only: in a document with several, ids begin with the name of their file.
 */
import { FileFault } from '../input-error';
import { looksLikeKey, noteFields, wholeLength, type EntryReader, type SourceEntry } from '../source-entry';
import { elementsIn, joinedContent, parseXml, plainText, type XmlElement } from './xml-tree';

/** The names that differ between the versions. */
interface Dialect {
  unit: string;
  holders: readonly string[];
  /** The attribute with the string's original name, which is preferred to the unit's id. */
  name: string;
  fileName: string;
  /** The `source` or `target` of each segment of a unit. */
  texts: (unit: XmlElement, name: 'source' | 'target') => XmlElement[];
  /** The attributes with both languages, of the file or of the whole document. */
  languages: readonly [source: string, target: string];
  notes: (unit: XmlElement) => XmlElement[];
  /** The attribute of a note that names the text it is about. */
  about: string;
  /** In characters; limits in pixels or bytes are ignored. */
  maxLength: (unit: XmlElement, isInCodePoints: boolean) => string | undefined;
}

function childrenOf(parent: XmlElement, ...names: string[]): XmlElement[] {
  return elementsIn(parent).filter(({ tag }) => tag.uri === parent.tag.uri && names.includes(tag.name));
}

const SIZES = 'urn:oasis:names:tc:xliff:sizerestriction:2.0';

/** A size limit counts only if the file's profile is in code points. */
function restrictsCodePoints(file: XmlElement): boolean {
  return elementsIn(file).some(
    ({ tag }) =>
      tag.uri === SIZES && tag.name === 'profiles' && tag.attribute('generalProfile') === 'xliff:codepoints',
  );
}

const dialects: Readonly<Record<'1' | '2', Dialect>> = {
  1: {
    unit: 'trans-unit',
    holders: ['file', 'body', 'group'],
    name: 'resname',
    fileName: 'original',
    texts: childrenOf,
    languages: ['source-language', 'target-language'],
    notes: (unit) => childrenOf(unit, 'note'),
    about: 'annotates',
    // Without a unit the width is in pixels.
    maxLength: ({ tag }) => (tag.attribute('size-unit') === 'char' ? tag.attribute('maxwidth') : undefined),
  },
  2: {
    unit: 'unit',
    holders: ['file', 'group'],
    name: 'name',
    fileName: 'id',
    texts: (unit, name) =>
      childrenOf(unit, 'segment', 'ignorable').flatMap((segment) => childrenOf(segment, name)),
    languages: ['srcLang', 'trgLang'],
    notes: (unit) => childrenOf(unit, 'notes').flatMap((notes) => childrenOf(notes, 'note')),
    about: 'appliesTo',
    maxLength: ({ tag }, isInCodePoints) =>
      isInCodePoints ? tag.attribute('sizeRestriction', SIZES)?.split(',').at(-1) : undefined,
  },
};

function dialectOf({ tag }: XmlElement): Dialect {
  const [, major] = /^(1|2)\.[012]$/.exec(tag.attribute('version') ?? '') ?? [];
  if (tag.name === 'xliff' && major !== undefined) return dialects[major === '1' ? 1 : 2];
  throw new FileFault('must be an xliff element of version 1.0 to 1.2, or 2.0 to 2.2', tag.line);
}

/** Every id in the file begins with it: without a limit a small document would fill the memory. */
const MOST_FILE_NAME_CHARS = 500;

interface Place {
  isInCodePoints: boolean;
  prefix: string;
  /** The nearest `translate` attribute decides. */
  isTranslated: boolean;
  /** Whether the targets are in the language of the sources. */
  isOneLanguage: boolean;
}

export const readXliffStrings: EntryReader = (text) => {
  const root = parseXml(text);
  const dialect = dialectOf(root);
  const { unit, holders, languages, fileName } = dialect;
  const hasFiles = childrenOf(root, 'file').length > 1;
  const isOneLanguage = ({ tag }: XmlElement): boolean => {
    const [source, target] = languages.map((name) => tag.attribute(name)?.toLowerCase().replace('_', '-'));
    return source !== undefined && source === target;
  };
  const prefixOf = ({ tag }: XmlElement): string => {
    const name = tag.attribute(fileName) ?? '';
    if (!hasFiles || name === '') return '';
    if (name.length <= MOST_FILE_NAME_CHARS) return `${name}:`;
    const message = `is longer than ${MOST_FILE_NAME_CHARS} characters, and is part of the ids`;
    throw new FileFault(message, tag.line, fileName);
  };
  const entriesIn = (parent: XmlElement, place: Place): SourceEntry[] =>
    childrenOf(parent, unit, ...holders).flatMap((element) => {
      const { tag } = element;
      const translate = tag.attribute('translate');
      const within: Place = {
        ...place,
        ...(tag.name === 'file' && {
          isInCodePoints: restrictsCodePoints(element),
          prefix: prefixOf(element),
          isOneLanguage: place.isOneLanguage || isOneLanguage(element),
        }),
        ...(translate !== undefined && { isTranslated: translate !== 'no' }),
      };
      return tag.name === unit ? [entryOf(element, dialect, within)] : entriesIn(element, within);
    });
  return entriesIn(root, {
    isInCodePoints: false,
    prefix: '',
    isTranslated: true,
    isOneLanguage: isOneLanguage(root),
  });
};

function entryOf(unit: XmlElement, dialect: Dialect, place: Place): SourceEntry {
  const { tag } = unit;
  const name = tag.attribute(dialect.name) ?? '';
  const ownId = name === '' ? tag.attribute('id') : name;
  const [sources, targets] = [dialect.texts(unit, 'source'), dialect.texts(unit, 'target')];
  const [source, target] = [joinedContent(sources), joinedContent(targets)];
  const hasOwnTarget = target.trim() !== '' && target !== source;
  const isTarget = place.isOneLanguage && hasOwnTarget;
  const isKey =
    !isTarget && looksLikeKey(source) && (hasOwnTarget || place.isOneLanguage || source === ownId);
  return {
    id: ownId && place.prefix + ownId,
    content: isTarget ? target : source,
    idLine: tag.line,
    contentLine: (isTarget ? targets : sources)[0]?.tag.line ?? tag.line,
    ...noteOf(unit, dialect, place.isInCodePoints),
    leftOut: place.isTranslated ? (isKey ? 'key' : undefined) : 'marked',
  };
}

function noteOf(
  unit: XmlElement,
  { notes, about, maxLength }: Dialect,
  isInCodePoints: boolean,
): ReturnType<typeof noteFields> {
  const comment = notes(unit)
    .filter(({ tag }) => tag.attribute(about) !== 'target')
    .map((note) => plainText(note).trim())
    .filter((text) => text !== '')
    .join('\n');
  return noteFields('', comment, wholeLength(maxLength(unit, isInCodePoints)));
}
