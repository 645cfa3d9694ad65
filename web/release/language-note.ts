import { endedStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';

/** Why it is not said how much of a language is translated. */
export function languageNote({ state, stages, export: exported }: ReleaseStatus, language: string): string {
  const holding = exported?.files.filter(({ languages }) => languages.includes(language)) ?? [];
  if (holding.some(({ checked }) => !checked)) return 'Unknown: exported, not checked';
  if (holding.length > 0) return 'Unknown: which strings there are is not known here';
  const stage = stages.find(({ name }) => name === 'export')?.state;
  return stage === 'done' || stage === 'skipped' || endedStates.has(state)
    ? 'Not exported'
    : 'Not exported yet';
}
