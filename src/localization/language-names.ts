/** A language in the one spelling that we compare by: `zh_CN` and `ZH-CN` are `zh-cn`. */
export function foldLanguage(code: string): string {
  return code.trim().toLowerCase().replaceAll('_', '-');
}

/** Which of these languages a name is, in whatever spelling. */
export function sameLanguage(name: string, languages: readonly string[]): string | null {
  const folded = foldLanguage(name);
  return languages.find((language) => foldLanguage(language) === folded) ?? null;
}

/** `game_zh-CN`, `ja/strings` and `strings[ja]` name a language: the longest that stands in the name as a word. */
export function languageWithin(name: string, languages: readonly string[]): string | null {
  const folded = foldLanguage(name);
  const named = languages.filter((language) => {
    const code = foldLanguage(language).replace(/[^a-z0-9-]/g, '.');
    return new RegExp(`(^|[^a-z0-9])${code}($|[^a-z0-9])`).test(folded);
  });
  return named.sort((a, b) => b.length - a.length)[0] ?? null;
}

const LANGUAGE_CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

export function looksLikeLanguage(name: string): boolean {
  return LANGUAGE_CODE.test(name.trim());
}
