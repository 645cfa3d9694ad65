/** Interceptors of every activity: they check its input, bound its result, and report a stalled call. */
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { localFailure } from './local-failures';
import { activityInfo, type Context, type Info } from '@temporalio/activity';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { activityInputs, type ActivityName } from '../protocol/activity-inputs';
import { ApplicationFailure } from '@temporalio/common';
import { callWords } from '../domain/problems/call-words';
import { parseReleaseWorkflowId } from '../domain/release/identity';
import type { ReportedOccurrence } from '../domain/notices/notice-schema';

const MOST_BYTES = 1_000_000;
/** One that is forgotten is reported again, which its route ignores. */
const MOST_REPORTED = 10_000;

/** Temporal accepts no more than 2 MB and would retry for ever, so an oversized result goes to a person. */
export const boundResults: ActivityInterceptorsFactory = ({ info: { activityType } }) => ({
  inbound: {
    async execute(input, next) {
      const result: unknown = await next(input);
      const bytes = Buffer.byteLength(JSON.stringify(result ?? null));
      if (bytes <= MOST_BYTES) return result;
      const facts = { call: activityType, bytes, most: MOST_BYTES };
      throw localFailure('NeedsPerson', 'result_too_large', facts);
    },
  },
});

/** An input may not fit the schema, because a worker of another version may have sent it. */
export const checkActivityInputs: ActivityInterceptorsFactory = () => ({
  inbound: {
    execute(input, next) {
      const [given, ...others] = input.args;
      return next({ ...input, args: [checked(activityInfo().activityType, given), ...others] });
    },
  },
});

function checked(activityType: string, given: unknown): unknown {
  if (!isKnown(activityType)) return given;
  const { data, error } = activityInputs[activityType].safeParse(given);
  if (error === undefined) return data;
  const faults = z.prettifyError(error);
  throw localFailure('NeedsPerson', 'activity_input', { call: activityType, faults });
}

function isKnown(activityType: string): activityType is ActivityName {
  return Object.hasOwn(activityInputs, activityType);
}

interface StalledNotices {
  stalledAfterMs: number;
  post: (reported: ReportedOccurrence) => Promise<void>;
}

/** A call that has been retried for long is reported, because a stalled release must not look like a running one. */
export function notifyIfStalled({ stalledAfterMs, post }: StalledNotices): ActivityInterceptorsFactory {
  /** The stalls that this worker has reported. Other workers may report them too; the route accepts each once. */
  const reported = new LRUCache<string, true>({ max: MOST_REPORTED });
  const notify = async ({ info, log }: Context, error: unknown): Promise<void> => {
    const occurrence = stalledCall(info, error, stalledAfterMs);
    if (occurrence === null || reported.has(occurrence.id)) return;
    reported.set(occurrence.id, true);
    try {
      await post(occurrence);
    } catch (failure) {
      reported.delete(occurrence.id);
      log.warn('Cannot tell that a call is stalled.', { reason: String(failure) });
    }
  };
  return (context) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          await notify(context, error);
          throw error;
        }
      },
    },
  });
}

/** null: the activity is no call of a release, has not been retried for long enough, or is not retried any more. */
function stalledCall(info: Info, error: unknown, stalledAfterMs: number): ReportedOccurrence | null {
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
