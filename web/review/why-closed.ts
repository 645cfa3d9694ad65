import type { ReleaseStatus } from '../../src/domain/status';

/** Why the terms cannot be reviewed now; null: they can. */
export function whyClosed({ waitingFor, stages, decisions }: ReleaseStatus): string | null {
  if (waitingFor?.kind === 'terms') return null;
  const confirm = stages.find(({ name }) => name === 'confirm')?.state;
  if (confirm === 'pending' || confirm === 'running') return 'The term scan has not ended yet.';
  const last = decisions.findLast(({ what }) => /confirm|reject/.test(what));
  return last === undefined
    ? 'The review is finished. The terms can no longer be changed.'
    : `The review is finished: ${last.what}, by ${last.by}.`;
}
