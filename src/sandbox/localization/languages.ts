import type { Handlers, LocalizationContext } from './handler';
import type { SandboxProfile } from '../profile';
import { Refusal } from './refusal';

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

/** Language codes of a call: trimmed, each once, all supported. */
export function readLanguages(given: readonly string[], { languages }: SandboxProfile): string[] {
  const codes = [...new Set(given.map((code) => code.trim()))];
  const unsupported = codes.find((code) => !languages.includes(code));
  if (unsupported !== undefined) throw new Refusal(400, `unsupported language ${unsupported}`);
  return codes;
}
