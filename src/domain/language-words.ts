const names = new Intl.DisplayNames('en', { type: 'language' });

/** Whether a word is the English name of a language, in upper or lower case. */
export function isNameOf(word: string, code: string): boolean {
  try {
    return names.of(code)?.toLowerCase() === word.toLowerCase();
  } catch {
    return false;
  }
}
