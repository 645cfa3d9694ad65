/** Folds a code into one spelling for comparisons: `zh_CN` and `ZH-CN` become `zh-cn`. */
export function foldLanguage(code: string): string {
  return code.trim().toLowerCase().replaceAll('_', '-');
}

export function sameLanguage(name: string, languages: readonly string[]): string | null {
  const folded = foldLanguage(name);
  return languages.find((language) => foldLanguage(language) === folded) ?? null;
}

const namesByCode = new Map<string, ReadonlySet<string>>();

/** Whether words name a language in English or in itself, in any case and order: `Chinese (Simplified)` is `zh-cn`. */
export function isNameOf(words: string, code: string): boolean {
  const names = namesByCode.get(code) ?? namesOf(code);
  namesByCode.set(code, names);
  return names.has(sortedWords(words));
}

function namesOf(code: string): ReadonlySet<string> {
  try {
    const { language, script } = new Intl.Locale(code).maximize();
    return new Set(
      ['en', code].flatMap((reader) => {
        const names = new Intl.DisplayNames(reader, { type: 'language' });
        return [code, `${language}-${script ?? ''}`].map((tag) => sortedWords(names.of(tag) ?? code));
      }),
    );
  } catch {
    return new Set();
  }
}

function sortedWords(words: string): string {
  return (words.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).sort().join(' ');
}
