import type { Handlers, LocalizationContext } from './handler';

export function languageHandlers({ profile }: LocalizationContext): Handlers {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const languages = profile.languages.map((code) => ({ code, name: nameOf(code, names) }));
  return { 'GET /languages': () => ({ data: { languages }, effect: null }) };
}

function nameOf(code: string, names: Intl.DisplayNames): string {
  try {
    return names.of(code) ?? code;
  } catch {
    // A profile may list codes of its own.
    return code;
  }
}
