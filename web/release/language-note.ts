import { endedStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';
import { words } from '../messages/words';

/** Why it is not said how much of a language is translated. */
export function languageNote({ state, stages, export: exported }: ReleaseStatus, language: string): string {
  const isIn = exported?.files.some(({ checked, languages }) => !checked && languages.includes(language));
  if (isIn === true) return words.release.unchecked;
  const stage = stages.find(({ name }) => name === 'export')?.state;
  return stage === 'done' || stage === 'skipped' || endedStates.has(state)
    ? words.release.notExported
    : words.release.notExportedYet;
}
