import type { ColumnNames } from '../domain/release/release-file';
import type { SourceString } from '../localization/requests';
import type { EscapeMode } from '../localization/vocabulary';
import type { Report } from './input-error';

/** What a file says about a string to whoever translates or reviews it. The service is not sent any of it. */
export interface StringNote {
  context?: string;
  comment?: string;
  /** In characters. */
  maxLength?: number;
}

/** Why an entry has nothing to translate. */
export type LeftOut = 'empty' | 'notText' | 'marked' | 'reference' | 'key' | 'description' | 'nameless';

/** One string as its file has it, not judged yet. */
export interface SourceEntry {
  id: unknown;
  content: unknown;
  idLine: number;
  contentLine: number;
  note?: StringNote;
  /** In a format whose every text is an ICU message; in others a message is known by its plurals. */
  isIcu?: true;
  /** Only what the entry itself does not show. */
  leftOut?: LeftOut | undefined;
  /** How its file is laid out, in a format of which there are several kinds. */
  shape?: 'nested' | 'list' | 'described' | 'rails';
}

/** What a reader needs in addition to the file. */
export interface ReadingOptions {
  /** Of INI files: that of the release's export. */
  escape?: EscapeMode | undefined;
  /** Of tables. */
  columns?: ColumnNames | undefined;
  /** Of workbooks. */
  sheet?: string | undefined;
}

/** A string that can be translated, with what its file says about it. */
export type ReadString = SourceString & { note?: StringNote };

/** The entries of a text; whatever is wrong with one of them is reported. */
export type EntryReader = (text: string, report: Report) => SourceEntry[];

/**
 * No string of a product is so long: it is some other file, or one that was made to be slow to read. Of a note that is longer
 * than a reviewer reads, the rest is left out.
 */
export const MOST_CHARS = { id: 10_000, content: 100_000, note: 1000 } as const;

/** In the ids and texts of all files of a release, and in one where many places may hold the same text. */
export const MOST_CHARS_OF_ALL = 256 * 1024 * 1024;
export const tooManyChars = `holds more than ${MOST_CHARS_OF_ALL / 1024 / 1024} MB of text, counted in every place that holds it`;

/** The note of an entry, unless there is nothing in it. */
export function noted(context: string, comment: string, maxLength?: number): { note?: StringNote } {
  const note: StringNote = {
    ...(context.trim() !== '' && { context: context.trim() }),
    ...(comment.trim() !== '' && { comment: comment.trim() }),
    ...(maxLength !== undefined && { maxLength }),
  };
  return Object.keys(note).length === 0 ? {} : { note };
}

/** `menu.start`, `MENU_START`: a name in code, and no text that anybody would read. */
export const looksLikeKey = (text: string): boolean =>
  /^(?=.{0,200}\w[._]\w)[A-Za-z][\w.-]{0,200}\w$/.test(text);

/** The text of which `onOneLine` makes this id. */
export function fromOneLine(id: string): string {
  return id.replace(/\\(040|[^])/g, (_escape, one: string) =>
    one === '040' ? ' ' : ({ n: '\n', t: '\t', r: '\r' }[one] ?? one),
  );
}

/** An id that is a text, spelt as gettext spells it where it would lose a line break or a blank at its ends. */
export function onOneLine(text: string): string {
  if (text.length > MOST_CHARS.id) return text;
  return text
    .replace(/[\\\n\t\r]/g, (one) => `\\${{ '\n': 'n', '\t': 't', '\r': 'r' }[one] ?? one}`)
    .replace(/^ | $/g, '\\040');
}
