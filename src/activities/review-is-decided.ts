/** Whether the review that a notice asks for is over, by what Temporal knows of the release. */
import type { Client } from '@temporalio/client';
import { parseReleaseId, releaseWorkflowId } from '../domain/identity';
import type { IsDecided } from '../notices/late-notice';
import { attributeOf, describedRun } from '../temporal/runs';

/** What Temporal cannot say is told as it was. */
export function reviewIsDecided(temporal: Client): IsDecided {
  return async ({ event, release }) => {
    const name = event.startsWith('review.') ? parseReleaseId(release ?? '') : null;
    if (name === null) return false;
    try {
      const run = await describedRun(temporal, releaseWorkflowId(name));
      return run === null || !run.isOpen || attributeOf(run, 'stage') !== 'confirm';
    } catch {
      return false;
    }
  };
}
