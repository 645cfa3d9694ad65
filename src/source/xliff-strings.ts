/**
 * Strings in XLIFF 1.2, 2.0 and 2.1: a string for each unit, with its source text. Units that say `translate="no"`, or
 * stand in a group or file that does, are left out.
 */
import type { Report } from './input-error';
import type { EntryReader, SourceEntry, StringNote } from './source-entry';
import { elementsIn, joinedContent, parseXml, plainText, type XmlElement } from './xml-tree';

export const readXliffStrings: EntryReader = (text, report) => {
  const root = parseXml(text, report);
  const dialect = root && dialectOf(root, report);
  return root && dialect && entriesIn(root, dialect, { file: root, isTranslated: true });
};

/** What the editions call things. */
interface Dialect {
  unit: string;
  /** In which units stand, at any depth. */
  holders: readonly string[];
  /** The name that the string has where it comes from, which is its id before that of the unit. */
  name: string;
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

/** The strings in a part of a file; whether they are translated is told by the nearest part that says so. */
function entriesIn(
  parent: XmlElement,
  dialect: Dialect,
  { file, isTranslated }: { file: XmlElement; isTranslated: boolean },
): SourceEntry[] {
  const { unit, holders } = dialect;
  return named(
    unit,
    ...holders,
  )(parent).flatMap((element) => {
    const word = element.tag.attribute('translate');
    const within = {
      file: element.tag.name === 'file' ? element : file,
      isTranslated: word === undefined ? isTranslated : word !== 'no',
    };
    if (element.tag.name !== unit) return entriesIn(element, dialect, within);
    return within.isTranslated ? [entryOf(element, dialect, file)] : [];
  });
}

function entryOf(unit: XmlElement, dialect: Dialect, file: XmlElement): SourceEntry {
  const { name, sources } = dialect;
  const texts = sources(unit);
  const { line } = unit.tag;
  const own = unit.tag.attribute(name);
  const note = noteOf(unit, dialect, file);
  return {
    id: own === undefined || own === '' ? unit.tag.attribute('id') : own,
    content: texts.length === 0 ? undefined : joinedContent(texts),
    idLine: line,
    contentLine: texts[0]?.tag.line ?? line,
    ...(note && { note }),
  };
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
