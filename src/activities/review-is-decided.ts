/** Whether the review that a notice asks for is over, by what Temporal knows of the release. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { parseReleaseId, releaseWorkflowId } from '../domain/identity';
import { searchAttributeKeys } from '../domain/search-attributes';
import type { IsDecided } from '../notices/late-notice';

/** What Temporal cannot say is told as it was. */
export function reviewIsDecided(temporal: Client): IsDecided {
  return async ({ event, release }) => {
    const name = event.startsWith('review.') ? parseReleaseId(release ?? '') : null;
    if (name === null) return false;
    try {
      const { status, typedSearchAttributes } = await temporal.workflow
        .getHandle(releaseWorkflowId(name))
        .describe();
      return status.name !== 'RUNNING' || typedSearchAttributes.get(searchAttributeKeys.stage) !== 'confirm';
    } catch (error) {
      return error instanceof WorkflowNotFoundError;
    }
  };
}
