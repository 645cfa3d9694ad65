import { endedStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';
import { words } from '../messages/words';

/** Why it is not said how much of a language is translated. */
export function languageNote({ state, stages, export: exported }: ReleaseStatus, language: string): string {
  const holding = exported?.files.filter(({ languages }) => languages.includes(language)) ?? [];
  if (holding.some(({ checked }) => !checked)) return words.release.unchecked;
  if (holding.length > 0) return words.release.unknown;
  const stage = stages.find(({ name }) => name === 'export')?.state;
  return stage === 'done' || stage === 'skipped' || endedStates.has(state)
    ? words.release.notExported
    : words.release.notExportedYet;
}
