/**
 * Strings in XLIFF 1.2, 2.0 and 2.1: a string for each unit, with its source text. Units that say `translate="no"`, or
 * stand in a group or file that does, are left out. Ids are unique within a `file` element only: where a document has
 * several, its ids begin with the name of their file.
 */
import type { Report } from './input-error';
import type { EntryReader, SourceEntry, StringNote } from './source-entry';
import { elementsIn, joinedContent, parseXml, plainText, type XmlElement } from './xml-tree';

export const readXliffStrings: EntryReader = (text, report) => {
  const root = parseXml(text, report);
  const dialect = root && dialectOf(root, report);
  return root && dialect && new XliffReader(root, dialect, report).entries();
};

/** What the editions call things. */
interface Dialect {
  unit: string;
  /** In which units stand, at any depth. */
  holders: readonly string[];
  /** The name that the string has where it comes from, which is its id before that of the unit. */
  name: string;
  /** What a file is called. */
  fileName: string;
  sources: (unit: XmlElement) => XmlElement[];
  notes: (unit: XmlElement) => XmlElement[];
  /** Of a note: which of the two texts it is about. */
  about: string;
  /** In characters; what is restricted in pixels or bytes says nothing of them. */
  maxLength: (unit: XmlElement, file: XmlElement) => string | undefined;
}

const named =
  (...names: string[]) =>
  (parent: XmlElement): XmlElement[] =>
    elementsIn(parent).filter(({ tag }) => tag.uri === parent.tag.uri && names.includes(tag.name));

const SIZES = 'urn:oasis:names:tc:xliff:sizerestriction:2.0';

function isInCodePoints(file: XmlElement): boolean {
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
    sources: named('source'),
    notes: named('note'),
    about: 'annotates',
    // Without a unit they are pixels.
    maxLength: ({ tag }) => (tag.attribute('size-unit') === 'char' ? tag.attribute('maxwidth') : undefined),
  },
  2: {
    unit: 'unit',
    holders: ['file', 'group'],
    name: 'name',
    fileName: 'id',
    sources: (unit) => named('segment', 'ignorable')(unit).flatMap(named('source')),
    notes: (unit) => named('notes')(unit).flatMap(named('note')),
    about: 'appliesTo',
    maxLength: ({ tag }, file) =>
      isInCodePoints(file) ? tag.attribute('sizeRestriction', SIZES)?.split(',').at(-1) : undefined,
  },
};

function dialectOf({ tag }: XmlElement, report: Report): Dialect | null {
  const version = tag.attribute('version') ?? '';
  const known: Readonly<Record<string, Dialect>> = {
    '1.2': dialects[1],
    '2.0': dialects[2],
    '2.1': dialects[2],
  };
  const dialect = tag.name === 'xliff' && Object.hasOwn(known, version) ? known[version] : undefined;
  if (dialect !== undefined) return dialect;
  report({ line: tag.line, key: null, message: 'must be an xliff element of version 1.2, 2.0 or 2.1' });
  return null;
}

/** Every id in the file begins with it: without a bound a small document would fill the memory. */
const MOST_FILE_NAME_CHARS = 500;

interface Place {
  file: XmlElement;
  /** Of the ids in the file. */
  prefix: string;
  /** As the nearest part says that says anything of it. */
  isTranslated: boolean;
}

class XliffReader {
  readonly #hasFiles: boolean;
  readonly #namedLines = new Map<string, number>();

  constructor(
    private readonly root: XmlElement,
    private readonly dialect: Dialect,
    private readonly report: Report,
  ) {
    this.#hasFiles = named('file')(root).length > 1;
  }

  entries(): SourceEntry[] {
    return this.#entriesIn(this.root, { file: this.root, prefix: '', isTranslated: true });
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
        ...(tag.name === 'file' && { file: element, prefix: this.#prefixOf(element) }),
        ...(word !== undefined && { isTranslated: word !== 'no' }),
      };
      if (tag.name !== unit) return this.#entriesIn(element, within);
      return within.isTranslated ? this.#entryOf(element, within) : [];
    });
  }

  #prefixOf({ tag }: XmlElement): string {
    const { fileName } = this.dialect;
    const name = tag.attribute(fileName) ?? '';
    if (!this.#hasFiles || name === '') return '';
    if (name.length <= MOST_FILE_NAME_CHARS) return `${name}:`;
    this.report({
      line: tag.line,
      key: fileName,
      message: `is longer than ${MOST_FILE_NAME_CHARS} characters, and is part of the ids`,
    });
    return '';
  }

  #entryOf(unit: XmlElement, { file, prefix }: Place): SourceEntry[] {
    const { name, sources } = this.dialect;
    const { tag } = unit;
    const own = tag.attribute(name) ?? '';
    const plain = own === '' ? tag.attribute('id') : own;
    const id = plain && prefix + plain;
    if (own !== '' && id !== undefined && this.#isTaken(id, tag.line)) return [];
    const texts = sources(unit);
    const note = noteOf(unit, this.dialect, file);
    return [
      {
        id,
        content: texts.length === 0 ? undefined : joinedContent(texts),
        idLine: tag.line,
        contentLine: texts[0]?.tag.line ?? tag.line,
        ...(note && { note }),
      },
    ];
  }

  /** Names need not be unique in XLIFF; which of the units is meant by one would be a guess. */
  #isTaken(id: string, line: number): boolean {
    const first = this.#namedLines.get(id);
    if (first === undefined) {
      this.#namedLines.set(id, line);
      return false;
    }
    const { name } = this.dialect;
    const message = `is the ${name} of two units, the first on line ${first}; change one, or remove both so that their ids are used`;
    this.report({ line, key: id, message });
    return true;
  }
}

function noteOf(unit: XmlElement, { notes, about, maxLength }: Dialect, file: XmlElement): StringNote | null {
  const comment = notes(unit)
    .filter(({ tag }) => tag.attribute(about) !== 'target')
    .map((note) => plainText(note).trim())
    .filter((text) => text !== '')
    .join('\n');
  const most = /^[1-9]\d{0,8}$/.exec(maxLength(unit, file)?.trim() ?? '')?.[0];
  if (comment === '' && most === undefined) return null;
  return { ...(comment !== '' && { comment }), ...(most !== undefined && { maxLength: Number(most) }) };
}
