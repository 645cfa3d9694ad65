/**
 * A source string and its translations. These are not real: each is computed from the content, the language and a
 * glossary, so a string stores only each language's glossary. A hundred thousand strings in thirty languages then take
 * no more memory than a hundred thousand strings.
 */

export interface GlossaryEntry {
  content: string;
  translations: Readonly<Record<string, string>>;
}

/** A program reads `{name}`, `%1$s`, `<b>`, `${x}` or `\n`, so nothing in them is a term. */
export const PLACEHOLDER = /(\$?\{[^{}]*\}|%(?:\d+\$)?[-+#0-9.]*[a-zA-Z@%]|<[^<>]*>|\\[a-z])/g;

/** Letters with case, and digits: only scripts with these put spaces between words. */
const WORD_CHARACTER = /[\p{Lu}\p{Ll}\p{N}]/u;

/** The terms at the start of a translation, found in a text wherever a translator would apply them. */
export class Glossary {
  /** By their first character, so that thousands of terms are found as fast as a few; the longest first. */
  readonly #entries: ReadonlyMap<string, readonly GlossaryEntry[]>;

  constructor(entries: Iterable<GlossaryEntry>) {
    const copies = Array.from(entries, ({ content, translations }) => {
      return { content, translations: { ...translations } };
    });
    copies.sort((a, b) => b.content.length - a.content.length);
    const found = new Map<string, GlossaryEntry[]>();
    for (const entry of copies) {
      const first = entry.content.charAt(0);
      const others = found.get(first) ?? [];
      others.push(entry);
      found.set(first, others);
    }
    this.#entries = found;
  }

  /** Splits a text into plain pieces and terms. Joined, they are the text again. */
  split(text: string): (string | GlossaryEntry)[] {
    if (this.#entries.size === 0) return [text];
    const placeholdersAtOddPlaces = text.split(PLACEHOLDER);
    return placeholdersAtOddPlaces.flatMap((part, place) => (place % 2 === 1 ? [part] : this.#cut(part)));
  }

  #cut(text: string): (string | GlossaryEntry)[] {
    const pieces: (string | GlossaryEntry)[] = [];
    let plainFrom = 0;
    for (let at = 0; at < text.length; at++) {
      const entry = this.#entryAt(text, at);
      if (entry === undefined) continue;
      pieces.push(text.slice(plainFrom, at), entry);
      plainFrom = at + entry.content.length;
      at = plainFrom - 1;
    }
    pieces.push(text.slice(plainFrom));
    return pieces;
  }

  /** Returns the longest term that begins here. */
  #entryAt(text: string, at: number): GlossaryEntry | undefined {
    const entries = this.#entries.get(text.charAt(at));
    if (entries === undefined || insideWord(text, at)) return undefined;
    return entries.find(
      ({ content }) => text.startsWith(content, at) && !insideWord(text, at + content.length),
    );
  }
}

function insideWord(text: string, at: number): boolean {
  return at > 0 && WORD_CHARACTER.test(text.charAt(at - 1)) && WORD_CHARACTER.test(text.charAt(at));
}

/** The glossary of each language's translation. */
export type Renderings = ReadonlyMap<string, Glossary>;

export const untranslated: Renderings = new Map();
export const noTerms = new Glossary([]);

export class LocalizedString {
  constructor(
    readonly string_id: string,
    readonly content: string,
    readonly renderings: Renderings = untranslated,
  ) {}

  hasLanguage(language: string): boolean {
    return this.content !== '' && this.renderings.has(language);
  }

  get translations(): Record<string, string> {
    const translations: Record<string, string> = {};
    if (this.content === '') return translations;
    let glossary = noTerms;
    let pieces = glossary.split(this.content);
    for (const [language, itsGlossary] of this.renderings) {
      if (itsGlossary !== glossary) {
        glossary = itsGlossary;
        pieces = glossary.split(this.content);
      }
      let text = `⟦${language}⟧ `;
      for (const piece of pieces) {
        text += typeof piece === 'string' ? piece : (piece.translations[language] ?? piece.content);
      }
      translations[language] = text;
    }
    return translations;
  }
}

export interface Translation {
  languages: readonly string[];
  glossary: Glossary;
  /** The translation memory: an earlier published translation is used again. */
  memory: ReadonlyMap<string, Renderings>;
}

export function translateInto(
  strings: readonly LocalizedString[],
  { languages, glossary, memory }: Translation,
): LocalizedString[] {
  // Strings with equal histories share one map of renderings, to save memory.
  const merged = new Map<Renderings, Map<Renderings, Renderings>>();
  const merge = (own: Renderings, remembered: Renderings): Renderings => {
    const known = merged.get(own)?.get(remembered);
    if (known !== undefined) return known;
    const renderings = new Map(own);
    for (const language of languages) renderings.set(language, remembered.get(language) ?? glossary);
    merged.set(own, (merged.get(own) ?? new Map<Renderings, Renderings>()).set(remembered, renderings));
    return renderings;
  };
  return strings.map(
    ({ string_id, content, renderings }) =>
      new LocalizedString(string_id, content, merge(renderings, memory.get(content) ?? untranslated)),
  );
}
