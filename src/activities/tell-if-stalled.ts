/** A call that has been repeated for long is told: a release that stands still must not look like one that runs. */
import { ApplicationFailure } from '@temporalio/common';
import type { Context, Info } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { callWords } from '../domain/call-words';
import { parseReleaseWorkflowId } from '../domain/identity';
import type { ToldOccurrence } from '../domain/notice';

interface StalledNotices {
  stalledAfterMs: number;
  post: (told: ToldOccurrence) => Promise<void>;
}

export function tellIfStalled({ stalledAfterMs, post }: StalledNotices): ActivityInterceptorsFactory {
  /** What this worker has told; another may tell it too, and the route takes it once. */
  const told = new Set<string>();
  const tell = async ({ info, log }: Context, error: unknown): Promise<void> => {
    const occurrence = stalledCall(info, error, stalledAfterMs);
    if (occurrence === null || told.has(occurrence.id)) return;
    told.add(occurrence.id);
    try {
      await post(occurrence);
    } catch (failure) {
      told.delete(occurrence.id);
      log.warn('Cannot tell that a call is stalled.', { reason: String(failure) });
    }
  };
  return (context) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          await tell(context, error);
          throw error;
        }
      },
    },
  });
}

/** null where it is no call of a release, has not been repeated for long enough, or is not repeated any more. */
function stalledCall(info: Info, error: unknown, stalledAfterMs: number): ToldOccurrence | null {
  const release = parseReleaseWorkflowId(info.workflowExecution?.workflowId ?? '');
  const sinceMs = info.scheduledTimestampMs;
  const atMs = info.currentAttemptScheduledTimestampMs;
  const isOver = error instanceof ApplicationFailure && error.nonRetryable === true;
  if (release === null || isOver || info.attempt === 1 || atMs - sinceMs < stalledAfterMs) return null;
  return {
    id: `${info.workflowExecution?.runId}/release.stalled/${info.activityId}`,
    at: new Date(atMs).toISOString(),
    ...release,
    occurrence: {
      event: 'release.stalled',
      call: callWords(info.activityType),
      attempt: info.attempt,
      since: new Date(sinceMs).toISOString(),
      cause: error instanceof Error ? error.message : String(error),
    },
  };
}
