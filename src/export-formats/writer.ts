/** What the writers of all formats take and give. Each is pure: strings in, the text of a file out. */
import { counted } from '../domain/counted';
import type { Note } from '../localization/snapshot-text';
import { shownKey } from '../source/input-error';
import { fromOneLine } from '../source/source-entry';

export interface TranslatedString {
  key: string;
  /** Never blank. */
  text: string;
  /** What it says in the source; null: it is not known. */
  source: string | null;
  /** What its source file says of it. */
  note?: Note | undefined;
}

export interface Target {
  language: string;
  /** Of the source files, as `files --as` calls it; null: it is not known. */
  sourceFormat: string | null;
}

export interface WrittenText {
  text: string;
  /** How many strings are in it. */
  keys: number;
  /** What could not be expressed, in sentences. */
  notes: string[];
}

export type Writer = (strings: readonly TranslatedString[], target: Target) => WrittenText;

const MOST_NAMED = 3;

/** What could not be expressed, by what is said of it. */
export class Notes {
  readonly #keys = new Map<string, string[]>();

  /** `what` is said of all strings of which it is true: `left out, because …`. */
  add(what: string, ...keys: readonly string[]): void {
    this.#keys.set(what, [...(this.#keys.get(what) ?? []), ...keys]);
  }

  sentences(): string[] {
    return [...this.#keys].map(([what, keys]) => {
      const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : '';
      const named = keys.slice(0, MOST_NAMED).map(shownKey).join(', ');
      return `${counted(keys.length, 'string')} ${what}: ${named}${more}.`;
    });
  }
}

export const hexEscape = (char: string, before = '\\u'): string =>
  before + char.charCodeAt(0).toString(16).padStart(4, '0');

const WITH_TEXTS_AS_KEYS: ReadonlySet<string | null> = new Set(['po', 'apple', 'stringsdict', 'xcstrings']);

/** For formats whose keys may be texts: a key of such a source was put on one line when it was read. */
export const literalKey = (key: string, { sourceFormat }: Target): string =>
  WITH_TEXTS_AS_KEYS.has(sourceFormat) ? fromOneLine(key) : key;
