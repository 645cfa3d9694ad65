const names = new Intl.DisplayNames('en', { type: 'language' });

/** `Japanese` for `ja`; the code itself where it is nobody's. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
