/** Folds a code into one spelling for comparisons: `zh_CN` and `ZH-CN` become `zh-cn`. */
export function foldLanguage(code: string): string {
  return code.trim().toLowerCase().replaceAll('_', '-');
}

/** Finds a language by its code in any spelling. */
export function sameLanguage(name: string, languages: readonly string[]): string | null {
  const folded = foldLanguage(name);
  return languages.find((language) => foldLanguage(language) === folded) ?? null;
}
