import type { TaskReading } from '../../activities/tasks';
import { reviewOf } from '../../domain/review-rules';
import { bulky } from '../activity-proxies';
import type { ReleaseRun } from '../release-run';
import { keepReading, readTask } from './read-task';
import { waitingReview } from './review-notices';

/**
 * A look at the scan. Where people are to review what it found, the look that sees its end brings the list of terms, and
 * has them told: whatever it does not bring is asked for when the review begins.
 */
export async function readScan(release: ReleaseRun): Promise<TaskReading> {
  const { record, spec, input, taskId, notices } = release;
  // While it is paused nobody reviews, and the list would be an old one. An older worker, which may still have this run,
  // would ask for the list anew.
  if (spec.terms.confirmation !== 'operator' || record.paused || !release.isListedLess)
    return readTask(release);
  const isAsked = (record.review?.decision ?? null) === null;
  const notice = isAsked ? notices.write(waitingReview(release, Date.now() + spec.terms.deadline)) : null;
  const reading = await bulky.readTask({
    project: spec.project,
    taskId,
    terms: { source: input.source, ...(notice !== null && { notice }) },
  });
  if (reading.terms !== undefined) {
    // Their time begins when there is something to review, however long that was looked for.
    const { openedAt } = reading.terms;
    reviewOf(record, openedAt === undefined ? Date.now() : Math.min(Date.parse(openedAt), Date.now()));
    if (notice !== null && reading.terms.isTold === true) notices.count(notice);
  }
  return keepReading(release, reading);
}
