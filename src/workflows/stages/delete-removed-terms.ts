/** Deletes what operators marked as removed, right before the terms are confirmed: until then they can restore it. */
import { isCancellation } from '@temporalio/workflow';
import type { ReviewDecision } from '../../domain/release-record';
import { asSheetRef } from '../../domain/term-sheet';
import { pass } from '../gate';
import type { ReleaseRun } from '../release-run';
import { readTask } from './read-task';

/**
 * How many were deleted. Only while the task waits: what is deleted later has gone into the translation all the same,
 * so the marks are then left as they are.
 */
export async function deleteRemovedTerms(
  release: ReleaseRun,
  { by: confirmer, at }: ReviewDecision,
): Promise<number> {
  const { record, spec } = release;
  const wanted = record.terms?.removed ?? 0;
  if (wanted === 0 || !(await stillWaits(release))) return 0;
  let deleted = 0;
  for (let { terms } = record; terms !== null && terms.removed > 0; { terms } = record) {
    try {
      const task = { project: spec.project, taskId: release.taskId };
      const marked = terms;
      const { markedBy, ...left } = await pass(release, {
        stage: 'confirm',
        call: ({ lengthy }) => lengthy.deleteRemovedTerms({ ...task, terms: marked }),
      });
      record.terms = asSheetRef(left);
      for (const { by, count, again } of markedBy) {
        release.decided(confirmer, `delete ${termCount(count)}`, `marked as removed by ${by}`, at);
        record.termChanges[by] = (record.termChanges[by] ?? 0) + count - again;
        deleted += count;
      }
    } catch (error) {
      if (isCancellation(error) || (await stillWaits(release))) throw error;
      return deleted;
    }
  }
  return deleted;
}

async function stillWaits(release: ReleaseRun): Promise<boolean> {
  return (await readTask(release)).requiresConfirmation;
}

export function termCount(count: number): string {
  return count === 1 ? '1 term' : `${count} terms`;
}
