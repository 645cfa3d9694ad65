import type { Readings } from '../readings/catalogue';
import type { SandboxProfile } from '../profile';
import { Refusal } from '../refusal';
import type { Outcome } from '../service';
import type { Handlers, LocalizationContext } from './handler';

/** Neither the method nor the reply is documented. */
export function languageHandlers({ profile }: LocalizationContext): Handlers {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const languages = profile.languages.map((code) => ({ code, name: nameOf(code, names) }));
  const reading = profile.readings['languages-reply'];
  const list = (): Outcome => ({ data: languagesForm(reading, languages) });
  if (reading === 'not-found') return {};
  if (reading !== 'post-only') return { 'GET /languages': list };
  const refuse = (): never => {
    throw new Refusal(405, 'use POST');
  };
  return { 'GET /languages': refuse, 'POST /languages': list };
}

function languagesForm(
  reading: Readings['languages-reply'],
  languages: readonly { code: string; name: string }[],
): object {
  switch (reading) {
    case 'codes':
      return { languages: languages.map(({ code }) => code) };
    case 'keyed':
      return { languages: Object.fromEntries(languages.map(({ code, name }) => [code, name])) };
    case 'wrapped':
      return { supported_languages: languages };
    default:
      return { languages };
  }
}

function nameOf(code: string, names: Intl.DisplayNames): string {
  try {
    return names.of(code) ?? code;
  } catch {
    // A profile may list invented codes.
    return code;
  }
}

/** Trims the codes, removes duplicates, and refuses unsupported ones. */
export function readLanguages(given: readonly string[], { languages }: SandboxProfile): string[] {
  const codes = [...new Set(given.map((code) => code.trim()))];
  const unsupported = codes.find((code) => !languages.includes(code));
  if (unsupported !== undefined) throw new Refusal(400, `unsupported language ${unsupported}`);
  return codes;
}
