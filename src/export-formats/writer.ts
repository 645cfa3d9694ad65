import { counted } from '../domain/text/counted';
import type { Note } from '../localization/snapshot-text';
import { firstNamed, shownKey } from '../source/input-error';
import { fromOneLine } from '../source/source-entry';

export interface TranslatedString {
  key: string;
  /** Never blank. */
  text: string;
  /** The source text; null: it is not known. */
  source: string | null;
  note?: Note | undefined;
}

export interface Target {
  language: string;
  /** The format of the source files, as `files --as` names it; null: it is not known. */
  sourceFormat: string | null;
}

export interface WrittenText {
  text: string;
  keys: number;
  /** Sentences on what could not be expressed. */
  notes: string[];
}

export type Writer = (strings: readonly TranslatedString[], target: Target) => WrittenText;

/** Collects what could not be expressed, in sentences that count the strings and name the first. */
export class Notes {
  readonly #found = new Map<string, { verb: string; which: string; keys: string[] }>();

  /** `which` applies to all of them: `without a translation`. */
  leaveOut(which: string, ...keys: readonly string[]): void {
    this.#add('Leaves out', which, keys);
  }

  /** The strings are written, but not as one would expect. */
  alter(how: string, ...keys: readonly string[]): void {
    this.#add('Writes', how, keys);
  }

  sentences(): string[] {
    return Array.from(
      this.#found.values(),
      ({ verb, which, keys }) =>
        `${verb} ${counted(keys.length, 'string')} ${which}: ${firstNamed(keys, shownKey)}.`,
    );
  }

  #add(verb: string, which: string, keys: readonly string[]): void {
    const found = this.#found.get(which) ?? { verb, which, keys: [] };
    this.#found.set(which, found);
    for (const key of keys) found.keys.push(key);
  }
}

const FORM = /\[(zero|one|two|few|many|other)\]$/;

const WITH_FORMS: ReadonlySet<string | null> = new Set(['android', 'po', 'stringsdict', 'xcstrings']);

/** In a format without plurals, plural forms are ordinary entries. */
export function plainForms(
  strings: readonly TranslatedString[],
  { sourceFormat }: Pick<Target, 'sourceFormat'>,
): string[] {
  const notes = new Notes();
  const keys = WITH_FORMS.has(sourceFormat) ? strings.map(({ key }) => key) : [];
  const forms = keys.filter((key) => FORM.test(key));
  if (forms.length > 0) notes.alter('as plain entries, since this format has no plurals', ...forms);
  return notes.sentences();
}

export const hexEscape = (char: string, before = '\\u'): string =>
  before + char.charCodeAt(0).toString(16).padStart(4, '0');

const WITH_TEXTS_AS_KEYS: ReadonlySet<string | null> = new Set(['po', 'apple', 'stringsdict', 'xcstrings']);

/** For formats whose keys may be texts: a key of such a source was escaped by `onOneLine` when it was read. */
export const literalKey = (key: string, { sourceFormat }: Target): string =>
  WITH_TEXTS_AS_KEYS.has(sourceFormat) ? fromOneLine(key) : key;
