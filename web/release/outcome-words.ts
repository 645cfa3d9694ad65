import type { ReleaseStatus } from '../../src/domain/status';
import { targetOutcome } from '../../src/domain/target-outcome';
import { words } from '../messages/words';

/** What became of a release that has ended, in a few words. */
export function outcomeWords({
  state,
  stages,
  languages,
  export: exported,
  announcement,
}: Pick<ReleaseStatus, 'state' | 'stages' | 'languages' | 'export' | 'announcement'>): string {
  if (state !== 'done' && state !== 'partial') return words.release.endedUnreleased(state);
  const targets = announcement?.targets ?? [];
  return words.release.released({
    isPublished: stages.some(({ name, state: how }) => name === 'publish' && how === 'done'),
    languages: languages.length,
    files: exported?.files.length ?? 0,
    accounts: targets.filter((target) => targetOutcome(target) === 'published').length,
  });
}
