/** How far a release is, from 0 to 1: whole stages, and the part of a translation that is done. */
import { stageNames, type StageName } from './stages';
import type { Progress, ReleaseStatus } from './status';
import { translateSteps } from './translate-steps';

export function releasePart({ state, stage, stages, progress }: ReleaseStatus): number {
  if (state === 'done') return 1;
  const ended = stages.filter((each) => each.state === 'done' || each.state === 'skipped').length;
  return (ended + stagePart(stage, progress)) / stageNames.length;
}

/** Only a translation tells how far it is. The rows of a task in its other stages are those of its translation. */
function stagePart(stage: StageName | null, progress: Progress | null): number {
  if ((progress?.stepIndex ?? null) === null) return 0;
  const isTranslated = stage === 'translate' || stage === 'supplement';
  return progress !== null && isTranslated ? (partDone(progress) ?? 0) : 0;
}

/** `10 of 40 rows`; nothing where the rows are not those of the stage. */
export function rowsText(stage: StageName | null, progress: Progress | null): string {
  if (progress === null || stage !== 'translate' || progress.rowsTotal === 0) return '';
  return `${progress.rowsDone} of ${progress.rowsTotal} rows`;
}

/** Part of the stage that is done, from 0 to 1; null where nothing is known. */
export function partDone({ stepIndex, rowsDone, rowsTotal }: Progress): number | null {
  const ofStep = rowsTotal > 0 ? Math.min(1, rowsDone / rowsTotal) : 0;
  if (stepIndex !== null) return Math.min(1, (stepIndex - 1 + ofStep) / translateSteps.length);
  return rowsTotal > 0 ? ofStep : null;
}
