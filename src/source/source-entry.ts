import type { ColumnNames } from '../domain/release/release-file';
import { shortened } from '../domain/text/visible-text';
import type { SourceString } from '../localization/requests';
import type { Note } from '../localization/snapshot-text';
import type { EscapeMode } from '../localization/vocabulary';
import type { Report } from './input-error';

export type LeftOut = 'empty' | 'notText' | 'marked' | 'reference' | 'key' | 'description' | 'nameless';

export interface SourceEntry {
  id: unknown;
  content: unknown;
  idLine: number;
  contentLine: number;
  note?: Note;
  /** Set by formats whose texts are all ICU messages; in others a message is recognised by its plurals. */
  isIcu?: true;
  /** Only set where the entry's content does not show the reason. */
  leftOut?: LeftOut | undefined;
  shape?: 'nested' | 'list' | 'described' | 'rails';
}

export interface ReadingOptions {
  /** For INI files: the escape mode of the release's export. */
  escape?: EscapeMode | undefined;
  columns?: ColumnNames | undefined;
  sheet?: string | undefined;
}

/** A string that can be translated, with its file's notes on it. */
export type ReadString = SourceString & { note?: Note };

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

export function noteFields(context: string, comment: string, maxLength?: number): { note?: Note } {
  // Half a surrogate pair cannot be stored as UTF-8.
  const cut = (text: string): string =>
    shortened(text.trim(), MOST_CHARS.note).replace(/\p{Surrogate}/gu, '\uFFFD');
  const note: Note = {
    ...(context.trim() !== '' && { context: cut(context) }),
    ...(comment.trim() !== '' && { comment: cut(comment) }),
    ...(maxLength !== undefined && { maxLength }),
  };
  return Object.keys(note).length === 0 ? {} : { note };
}

/** The length that an attribute or a cell allows; undefined: it is no whole number from 1. */
export function wholeLength(text: string | undefined): number | undefined {
  const digits = /^[1-9]\d{0,8}$/.exec(text?.trim() ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
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
