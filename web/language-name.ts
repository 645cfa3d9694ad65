import { words } from './messages/words';

/** `Japanese` for `ja`; the code itself where it is nobody's. */
export function languageName(code: string): string {
  try {
    return words.languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}
