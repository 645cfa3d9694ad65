/**
 * Reads XLIFF 1 and 2: a string for each unit, with its source text. If both languages are the same, sources are keys
 * and the targets are the texts. Units with `translate="no"`, inherited from a group or file too, are left out. Ids are
 * unique within a `file` element only: in a document with several, ids begin with the name of their file.
 */
import { FileFault } from '../input-error';
import { looksLikeKey, noteFields, type EntryReader, type SourceEntry } from '../source-entry';
import { elementsIn, joinedContent, parseXml, plainText, type XmlElement } from './xml-tree';

export const readXliffStrings: EntryReader = (text) => {
  const root = parseXml(text);
  return new XliffReader(root, dialectOf(root)).entries();
};

/** The names that differ between the versions. */
interface Dialect {
  unit: string;
  /** The elements that contain units, at any depth. */
  holders: readonly string[];
  /** The attribute with the string's original name, which is preferred to the unit's id. */
  name: string;
  /** The attribute with the name of a file. */
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

const named =
  (...names: string[]) =>
  (parent: XmlElement): XmlElement[] =>
    elementsIn(parent).filter(({ tag }) => tag.uri === parent.tag.uri && names.includes(tag.name));

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
    texts: (unit, name) => named(name)(unit),
    languages: ['source-language', 'target-language'],
    notes: named('note'),
    about: 'annotates',
    // Without a unit the width is in pixels.
    maxLength: ({ tag }) => (tag.attribute('size-unit') === 'char' ? tag.attribute('maxwidth') : undefined),
  },
  2: {
    unit: 'unit',
    holders: ['file', 'group'],
    name: 'name',
    fileName: 'id',
    texts: (unit, name) => named('segment', 'ignorable')(unit).flatMap(named(name)),
    languages: ['srcLang', 'trgLang'],
    notes: (unit) => named('notes')(unit).flatMap(named('note')),
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
  /** The prefix of the ids in the file. */
  prefix: string;
  /** The nearest `translate` attribute decides. */
  isTranslated: boolean;
  /** Whether the targets are in the language of the sources. */
  isOneLanguage: boolean;
}

class XliffReader {
  readonly #hasFiles: boolean;

  constructor(
    private readonly root: XmlElement,
    private readonly dialect: Dialect,
  ) {
    this.#hasFiles = named('file')(root).length > 1;
  }

  entries(): SourceEntry[] {
    const isOneLanguage = this.#isOneLanguage(this.root);
    return this.#entriesIn(this.root, {
      isInCodePoints: false,
      prefix: '',
      isTranslated: true,
      isOneLanguage,
    });
  }

  #entriesIn(parent: XmlElement, place: Place): SourceEntry[] {
    const { unit, holders } = this.dialect;
    return named(
      unit,
      ...holders,
    )(parent).flatMap((element) => {
      const { tag } = element;
      const word = tag.attribute('translate');
      const within: Place = {
        ...place,
        ...(tag.name === 'file' && {
          isInCodePoints: restrictsCodePoints(element),
          prefix: this.#prefixOf(element),
          isOneLanguage: place.isOneLanguage || this.#isOneLanguage(element),
        }),
        ...(word !== undefined && { isTranslated: word !== 'no' }),
      };
      if (tag.name !== unit) return this.#entriesIn(element, within);
      return [this.#entryOf(element, within)];
    });
  }

  #prefixOf({ tag }: XmlElement): string {
    const { fileName } = this.dialect;
    const name = tag.attribute(fileName) ?? '';
    if (!this.#hasFiles || name === '') return '';
    if (name.length <= MOST_FILE_NAME_CHARS) return `${name}:`;
    const message = `is longer than ${MOST_FILE_NAME_CHARS} characters, and is part of the ids`;
    throw new FileFault(message, tag.line, fileName);
  }

  #isOneLanguage({ tag }: XmlElement): boolean {
    const [source, target] = this.dialect.languages.map((name) =>
      tag.attribute(name)?.toLowerCase().replace('_', '-'),
    );
    return source !== undefined && source === target;
  }

  #entryOf(unit: XmlElement, { isInCodePoints, prefix, isTranslated, isOneLanguage }: Place): SourceEntry {
    const { name, texts } = this.dialect;
    const { tag } = unit;
    const own = tag.attribute(name) ?? '';
    const plain = own === '' ? tag.attribute('id') : own;
    const [sources, targets] = [texts(unit, 'source'), texts(unit, 'target')];
    const [source, target] = [joinedContent(sources), joinedContent(targets)];
    const hasOwnTarget = target.trim() !== '' && target !== source;
    const isTarget = isOneLanguage && hasOwnTarget;
    const isKey = !isTarget && looksLikeKey(source) && (hasOwnTarget || isOneLanguage || source === plain);
    return {
      id: plain && prefix + plain,
      content: isTarget ? target : source,
      idLine: tag.line,
      contentLine: (isTarget ? targets : sources)[0]?.tag.line ?? tag.line,
      ...noteOf(unit, this.dialect, isInCodePoints),
      leftOut: isTranslated ? (isKey ? 'key' : undefined) : 'marked',
    };
  }
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
  const most = /^[1-9]\d{0,8}$/.exec(maxLength(unit, isInCodePoints)?.trim() ?? '')?.[0];
  return noteFields('', comment, most === undefined ? undefined : Number(most));
}
