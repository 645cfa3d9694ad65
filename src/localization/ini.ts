/**
 * Reads an exported INI file. How the service divides a file into sections is not documented, so every reasonable
 * division is read: a section per language, a section per string, or, where one language is expected, no
 * sections. A file that is none of these, or that can be read in two ways, is a fault and never a guess.
 */
import { IniFault, IniItems, type IniEntry, type IniSection } from './ini-items';
import type { EscapeMode } from './vocabulary';

export interface IniOptions {
  /** The effective mode, as the export's reply gives it. */
  escape: EscapeMode;
  /** What the file should hold; for one file of a `separate` export, its one language. */
  languages: readonly string[];
}

export type IniLayout = 'language' | 'string' | 'flat';

export type TakeText = (language: string, stringId: string, text: string) => void;

/** Takes the file piece by piece and passes each text on as soon as it is plain whose it is. */
export class IniReader {
  readonly #items: IniItems;
  readonly #languages: ReadonlySet<string>;
  readonly #sections = new Set<string>();
  readonly #keysOfSection = new Set<string>();
  #section: string | null = null;
  #firstLoose: IniEntry | null = null;
  #firstSection: IniSection | null = null;
  /** The first section, and the first key within a section, that is not a language: each rules one layout out. */
  #otherSection: IniSection | null = null;
  #otherKey: IniEntry | null = null;
  /** By section and key; only strings that are named like languages leave open for long which is which. */
  readonly #undecided = new Map<string, Map<string, string>>();

  constructor(
    { escape, languages }: IniOptions,
    private readonly take: TakeText,
  ) {
    this.#items = new IniItems(escape, (item) => {
      if (item.kind === 'section') this.#takeSection(item);
      else this.#takeEntry(item);
    });
    this.#languages = new Set(languages);
  }

  push(piece: string): void {
    this.#items.push(piece);
  }

  end(): IniLayout {
    this.#items.end();
    if (this.#firstSection === null) return this.#endFlat();
    if (this.#otherSection !== null) return 'string';
    if (this.#otherKey === null) {
      if (!readsAlikeBothWays(this.#undecided)) {
        const reason =
          'sections and keys are all languages, so it can be read in two ways; export with mode separate';
        throw new IniFault(this.#firstSection.line, reason);
      }
      this.#decide('language');
    }
    return 'language';
  }

  #endFlat(): IniLayout {
    if (this.#firstLoose !== null && this.#languages.size !== 1) {
      const reason = `no sections, so it has one language, but ${this.#languages.size} were expected`;
      throw new IniFault(this.#firstLoose.line, reason);
    }
    return 'flat';
  }

  #takeSection(section: IniSection): void {
    const { name, line } = section;
    if (this.#firstLoose !== null) {
      const reason = `key ${shown(this.#firstLoose.key)} is above the first section`;
      throw new IniFault(this.#firstLoose.line, reason);
    }
    if (this.#sections.has(name)) throw new IniFault(line, `section ${shown(name)} appears twice`);
    this.#sections.add(name);
    this.#keysOfSection.clear();
    this.#section = name;
    this.#firstSection ??= section;
    if (this.#languages.has(name) || this.#otherSection !== null) return;
    this.#otherSection = section;
    this.#decide('string');
  }

  #takeEntry(entry: IniEntry): void {
    const { key, value, line } = entry;
    if (this.#keysOfSection.has(key)) {
      throw new IniFault(line, `key ${shown(key)} appears twice in its section`);
    }
    this.#keysOfSection.add(key);
    if (this.#section === null) {
      this.#firstLoose ??= entry;
      for (const language of this.#languages) this.take(language, key, value);
      return;
    }
    if (!this.#languages.has(key) && this.#otherKey === null) {
      this.#otherKey = entry;
      this.#decide('language');
    }
    if (this.#otherSection !== null) this.take(key, this.#section, value);
    else if (this.#otherKey !== null) this.take(this.#section, key, value);
    else this.#keepUndecided(this.#section, key, value);
  }

  #keepUndecided(section: string, key: string, value: string): void {
    const texts = this.#undecided.get(section) ?? new Map<string, string>();
    this.#undecided.set(section, texts.set(key, value));
  }

  #decide(layout: 'language' | 'string'): void {
    if (this.#otherSection !== null && this.#otherKey !== null) {
      const seemsByLanguage = [...this.#languages].some((language) => this.#sections.has(language));
      const reason =
        'neither the sections nor the keys are the expected languages: ' +
        `section ${shown(this.#otherSection.name)}, key ${shown(this.#otherKey.key)}`;
      throw new IniFault((seemsByLanguage ? this.#otherSection : this.#otherKey).line, reason);
    }
    for (const [section, texts] of this.#undecided) {
      for (const [key, value] of texts) {
        if (layout === 'language') this.take(section, key, value);
        else this.take(key, section, value);
      }
    }
    this.#undecided.clear();
  }
}

/** Strings may be named like languages; then only a file that is its own transpose is beyond doubt. */
function readsAlikeBothWays(sections: ReadonlyMap<string, ReadonlyMap<string, string>>): boolean {
  for (const [section, texts] of sections) {
    for (const [key, value] of texts) {
      if (sections.get(key)?.get(section) !== value) return false;
    }
  }
  return true;
}

function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
