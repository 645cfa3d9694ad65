const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** `Japanese` for `ja`; the code itself where it is nobody's. */
export function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}
