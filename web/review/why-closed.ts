import type { ReleaseStatus } from '../../src/domain/status';

/** Why the terms cannot be reviewed now; null: they can. */
export function whyClosed({ state, waitingFor, stages, decisions }: ReleaseStatus): string | null {
  if (waitingFor?.kind === 'terms') return null;
  const confirm = stages.find(({ name }) => name === 'confirm')?.state;
  if (confirm === 'pending' || confirm === 'running') return 'The term scan has not ended yet.';
  if (confirm === 'failed' && state === 'parked')
    return 'The release is parked. What was changed in the terms is kept. Resolve it on its page, then continue the review.';
  const last = decisions.findLast(({ what }) => /confirm|reject/.test(what));
  return last === undefined
    ? 'The review is finished. The terms can no longer be changed.'
    : `The review is finished: ${last.what}, by ${last.by}.`;
}
