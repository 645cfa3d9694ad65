/**
 * A source string and its translations. These are not real: each is made from the content, the language and a
 * glossary, so a string keeps only which glossary each language was made with. A hundred thousand strings in
 * thirty languages then cost what a hundred thousand strings cost.
 */
import { Glossary } from './glossary';

/** By language: the glossary that its translation was made with. */
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
  /** The TM: what was published before is used again as it is. */
  memory: ReadonlyMap<string, Renderings>;
}

export function translateInto(
  strings: readonly LocalizedString[],
  { languages, glossary, memory }: Translation,
): LocalizedString[] {
  // Strings with the same past share one map of renderings.
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
