import { endedStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';

/** Why it is not said how much of a language is translated. */
export function languageNote({ state, stages, export: exported }: ReleaseStatus, language: string): string {
  const isIn = exported?.files.some(({ checked, languages }) => !checked && languages.includes(language));
  if (isIn === true) return 'Exported, not checked';
  const stage = stages.find(({ name }) => name === 'export')?.state;
  return stage === 'done' || stage === 'skipped' || endedStates.has(state)
    ? 'Not exported'
    : 'Not exported yet';
}
