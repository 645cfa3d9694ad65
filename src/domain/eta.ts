/** How long the stage under way will still take, if it goes on as it has gone so far. */
import type { Progress, ReleaseStatus } from './status';
import { translateSteps } from './translate-steps';

/** Earlier than this a guess would jump about. */
const LEAST_DONE = 0.03;

/** Part of the stage that is done, from 0 to 1; null where nothing is known. */
export function partDone({ stepIndex, rowsDone, rowsTotal }: Progress): number | null {
  const ofStep = rowsTotal > 0 ? Math.min(1, rowsDone / rowsTotal) : 0;
  if (stepIndex !== null) return Math.min(1, (stepIndex - 1 + ofStep) / translateSteps.length);
  return rowsTotal > 0 ? ofStep : null;
}

/** null where it would be no more than a guess. */
export function etaMs({ progress, stage, stages, state }: ReleaseStatus, nowMs: number): number | null {
  const startedAt = stages.find(({ name }) => name === stage)?.startedAt ?? null;
  if (progress === null || state !== 'running' || startedAt === null) return null;
  const done = partDone(progress);
  if (done === null || done < LEAST_DONE || done >= 1) return null;
  // The clock of a terminal may lag behind that of the worker.
  const tookMs = Math.max(0, nowMs - Date.parse(startedAt));
  return (tookMs * (1 - done)) / done;
}
