import type { ReleaseStatus } from '../../src/domain/status';
import { words } from '../messages/words';

/** Why the terms cannot be reviewed now; null: they can. */
export function whyClosed({ state, waitingFor, stages, decisions }: ReleaseStatus): string | null {
  if (waitingFor?.kind === 'terms') return null;
  const says = words.review.closed;
  const confirm = stages.find(({ name }) => name === 'confirm')?.state;
  if (confirm === 'pending' || confirm === 'running') return says.notScanned;
  if (confirm === 'failed' && state === 'parked') return says.parked;
  const last = decisions.findLast(({ what }) => /confirm|reject/.test(what));
  return last === undefined ? says.finished : says.decided(last.what, last.by);
}
