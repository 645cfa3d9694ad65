import type { SandboxProfile } from '../profile';
import { Refusal } from './refusal';

/** Language codes of a call: trimmed, each once, all supported. */
export function readLanguages(given: readonly string[], { languages }: SandboxProfile): string[] {
  const codes = [...new Set(given.map((code) => code.trim()))];
  const unsupported = codes.find((code) => !languages.includes(code));
  if (unsupported !== undefined) throw new Refusal(400, `unsupported language ${unsupported}`);
  return codes;
}
