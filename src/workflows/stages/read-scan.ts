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
  // While it is paused nobody reviews, and the list would be an old one.
  if (spec.terms.confirmation !== 'operator' || record.paused) return readTask(release);
  const askedAtMs = Date.now();
  const isAsked = release.isLean && (record.review?.decision ?? null) === null;
  const notice = isAsked ? notices.write(waitingReview(release, askedAtMs + spec.terms.deadline)) : null;
  const reading = await bulky.readTask({
    project: spec.project,
    taskId,
    terms: { source: input.source, ...(notice !== null && { notice }) },
  });
  if (reading.terms !== undefined) {
    // Until when they have time was told with the notice.
    reviewOf(record, askedAtMs);
    if (notice !== null && reading.terms.isTold === true) notices.count(notice);
  }
  return keepReading(release, reading);
}
