/** The languages that the page speaks. */
export interface Language {
  tag: string;
  /** As its readers call it. */
  name: string;
  direction: 'ltr' | 'rtl';
}

export const languages = [
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
] as const satisfies readonly Language[];

export type LanguageTag = (typeof languages)[number]['tag'];

export const languageNamed = (tag: LanguageTag): Language =>
  languages.find((language) => language.tag === tag) ?? languages[0];

/** The first that the page speaks, in whichever country: `ar-EG` is Arabic. */
export function wantedLanguage(wanted: readonly string[]): LanguageTag {
  for (const tag of wanted) {
    const [root] = tag.toLowerCase().split('-');
    const known = languages.find((language) => language.tag === root);
    if (known !== undefined) return known.tag;
  }
  return 'en';
}
