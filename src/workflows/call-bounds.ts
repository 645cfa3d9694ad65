/** How long calls may take, how often they are repeated, and where they wait: shared by reads and writes. */
import { workflowInfo } from '@temporalio/workflow';
import { queueOfRole, INTERACTIVE } from '../domain/worker-roles';

/** For large payloads, so that a large export never delays a confirmation. */
export const amongBulk = { taskQueue: queueOfRole(workflowInfo().taskQueue, 'bulk') };

/** What no release waits for, and whose receivers may be slow. */
export const amongNotices = { taskQueue: queueOfRole(workflowInfo().taskQueue, 'notices') };

/** Before all that runs by itself. */
const interactiveFirst = { priority: INTERACTIVE };

/**
 * A worker that dies in mid-call is noticed when its heartbeats stop, not when the call's time is up. They come every
 * few seconds; the rest is room for a machine that is busy.
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

/** Many calls in one, or much to carry: a hundred thousand strings out, or whole files in. */
export const lengthy = { ...patient, startToCloseTimeout: '15 minutes' } as const;

/** A person waits for it: tried for some minutes, and then the person should know. */
export const interactive = { ...patient, scheduleToCloseTimeout: '4 minutes', ...interactiveFirst } as const;
