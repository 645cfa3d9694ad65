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

/** The spellings of a language in the formats; a release has codes such as `zh-cn` or `zh-hans`. */

/** Renders `zh-CN`, `zh-Hans`, `es-419`, as BCP 47 recommends. */
export function languageTag(code: string): string {
  return code
    .split('-')
    .map((part, at) => {
      if (at === 0 || part.length === 1) return part;
      if (part.length === 2) return part.toUpperCase();
      return /^[a-z]{4}$/.test(part) ? part.charAt(0).toUpperCase() + part.slice(1) : part;
    })
    .join('-');
}

/** Renders `zh_CN`, as in gettext, Java and Flutter. */
export const underscored = (code: string): string => languageTag(code).replaceAll('-', '_');

/** Xcode names Chinese by its script. */
const APPLE: Readonly<Record<string, string>> = { 'zh-cn': 'zh-Hans', 'zh-tw': 'zh-Hant' };

export const appleLanguage = (code: string): string => APPLE[code] ?? languageTag(code);

/** Android looks for some languages under their former codes. */
const ANDROID: Readonly<Record<string, string>> = { he: 'iw', id: 'in', yi: 'ji' };

/** Renders `ja`, `pt-rBR`, or `b+zh+Hans` for anything but a language with a country. */
export function androidQualifier(code: string): string {
  const [first = '', ...others] = languageTag(code).split('-');
  const language = ANDROID[first] ?? first;
  const [region] = others;
  if (region === undefined) return language;
  return others.length === 1 && /^[A-Z]{2}$/.test(region)
    ? `${language}-r${region}`
    : ['b', first, ...others].join('+');
}
