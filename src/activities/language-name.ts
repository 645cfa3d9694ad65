const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language as a reader calls it; its code where it has no name. Not for workflow code: names change with Node. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
