/** Timeouts, retries and task queues of activity calls, shared by reads and writes. */
import { workflowInfo } from '@temporalio/workflow';
import { queueOfRole, INTERACTIVE } from '../domain/worker-roles';

/** Large payloads have their own queue, so that a large export never delays a confirmation. */
export const amongBulk = { taskQueue: queueOfRole(workflowInfo().taskQueue, 'bulk') };

/** No release waits for notices, whose receivers may be slow. */
export const amongNotices = { taskQueue: queueOfRole(workflowInfo().taskQueue, 'notices') };

/** Interactive calls come before all background work. */
const interactiveFirst = { priority: INTERACTIVE };

/**
 * A worker that dies during a call is noticed when its heartbeats stop, not at the call's timeout. Heartbeats come
 * every few seconds; the rest is tolerance for a busy machine.
 */
const heartbeatTimeout = '30 seconds';

const retry = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '2 minutes' } as const;

/** An outage of hours is waited out; after a day a person should know. */
export const patient = {
  startToCloseTimeout: '2 minutes',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout,
  retry,
} as const;

/** Many requests in one call, or a large payload: a hundred thousand strings up, or whole files down. */
export const lengthy = { ...patient, startToCloseTimeout: '15 minutes' } as const;

/** A person waits for the result, and should learn of a failure within minutes. */
export const interactiveBounds = {
  ...patient,
  scheduleToCloseTimeout: '4 minutes',
  ...interactiveFirst,
} as const;
