import type { Progress } from './status';
import { translateSteps } from './translate-steps';

/** Part of the stage that is done, from 0 to 1; null where nothing is known. */
export function partDone({ stepIndex, rowsDone, rowsTotal }: Progress): number | null {
  const ofStep = rowsTotal > 0 ? Math.min(1, rowsDone / rowsTotal) : 0;
  if (stepIndex !== null) return Math.min(1, (stepIndex - 1 + ofStep) / translateSteps.length);
  return rowsTotal > 0 ? ofStep : null;
}
