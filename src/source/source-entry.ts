import type { ColumnNames } from '../domain/release/release-file';
import type { SourceString } from '../localization/requests';
import type { EscapeMode } from '../localization/vocabulary';
import type { Report } from './input-error';

/** A file's notes on a string for translators and reviewers, which are never sent to the service. */
export interface StringNote {
  context?: string;
  comment?: string;
  /** In characters. */
  maxLength?: number;
}

export type LeftOut = 'empty' | 'notText' | 'marked' | 'reference' | 'key' | 'description' | 'nameless';

/** A string as its file has it, not checked yet. */
export interface SourceEntry {
  id: unknown;
  content: unknown;
  idLine: number;
  contentLine: number;
  note?: StringNote;
  /** Set by formats whose texts are all ICU messages; in others a message is recognised by its plurals. */
  isIcu?: true;
  /** Only set where the entry's content does not show the reason. */
  leftOut?: LeftOut | undefined;
  /** The layout of the file, for formats that have several. */
  shape?: 'nested' | 'list' | 'described' | 'rails';
}

export interface ReadingOptions {
  /** For INI files: the escape mode of the release's export. */
  escape?: EscapeMode | undefined;
  /** For tables. */
  columns?: ColumnNames | undefined;
  /** For workbooks. */
  sheet?: string | undefined;
}

/** A string that can be translated, with its file's notes on it. */
export type ReadString = SourceString & { note?: StringNote };

/** Returns the entries of a text, and reports their faults. */
export type EntryReader = (text: string, report: Report) => SourceEntry[];

/**
 * No string of a product is so long: the file is probably another kind of file, or was made to be slow to read. A
 * longer note is cut off.
 */
export const MOST_CHARS = { id: 10_000, content: 100_000, note: 1000 } as const;

/**
 * The limit for the ids and texts of all files of a release, and for one file that may repeat the same text in many
 * places.
 */
export const MOST_CHARS_OF_ALL = 256 * 1024 * 1024;
export const tooManyChars = `holds more than ${MOST_CHARS_OF_ALL / 1024 / 1024} MB of text, counted in every place that holds it`;

export function noteFields(context: string, comment: string, maxLength?: number): { note?: StringNote } {
  const note: StringNote = {
    ...(context.trim() !== '' && { context: context.trim() }),
    ...(comment.trim() !== '' && { comment: comment.trim() }),
    ...(maxLength !== undefined && { maxLength }),
  };
  return Object.keys(note).length === 0 ? {} : { note };
}

/** Matches names in code such as `menu.start` or `MENU_START`, which nobody would read as a text. */
export const looksLikeKey = (text: string): boolean =>
  /^(?=.{0,200}\w[._]\w)[A-Za-z][\w.-]{0,200}\w$/.test(text);

/** The inverse of `onOneLine`. */
export function fromOneLine(id: string): string {
  return id.replace(/\\(040|[^])/g, (_escape, one: string) =>
    one === '040' ? ' ' : ({ n: '\n', t: '\t', r: '\r' }[one] ?? one),
  );
}

/** A text as an id, escaped as in gettext where it would lose a line break or a blank at its ends. */
export function onOneLine(text: string): string {
  if (text.length > MOST_CHARS.id) return text;
  return text
    .replace(/[\\\n\t\r]/g, (one) => `\\${{ '\n': 'n', '\t': 't', '\r': 'r' }[one] ?? one}`)
    .replace(/^ | $/g, '\\040');
}
