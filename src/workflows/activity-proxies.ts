/**
 * The activities by the kind of side effect they have, each with its bounds and the reason for them. Those without a
 * queue of their own wait in that of the workflow.
 */
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/activities';
import { ATTENDED } from '../domain/priority';
import { queueOfRole } from '../domain/worker-roles';

/** What carries much: nobody's confirmation waits behind a large export. */
const amongBulk = { taskQueue: queueOfRole(workflowInfo().taskQueue, 'bulk') };

/** What no release waits for, and whose receivers may be slow. */
const amongNotices = { taskQueue: queueOfRole(workflowInfo().taskQueue, 'notices') };

/** Before all that runs by itself. */
const attendedFirst = { priority: ATTENDED };

/**
 * A worker that dies in mid-call is noticed when its heartbeats stop, not when the call's time is up. They come every
 * few seconds; the rest is room for a machine that is busy.
 */
const heartbeatTimeout = '30 seconds';

/** An outage of hours is waited out; after a day a person should know. */
const patience = {
  initialInterval: '1 second',
  backoffCoefficient: 2,
  maximumInterval: '2 minutes',
} as const;

/** A release that is cancelled awaits a call that is under way, so that it can say what that did. */
const awaitedOnCancel = { cancellationType: 'WAIT_CANCELLATION_COMPLETED' } as const;

/** Reads, and writes that a key or their nature makes repeatable: tried until they succeed or the day is over. */
export const repeatable = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout,
  retry: patience,
});

/** Repeatable too, but many calls in one. */
export const lengthy = proxyActivities<Activities>({
  startToCloseTimeout: '15 minutes',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout,
  retry: patience,
  ...awaitedOnCancel,
});

/** As long, and with much to carry: a hundred thousand strings out, or whole files in. */
export const bulky = proxyActivities<Activities>({
  startToCloseTimeout: '15 minutes',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout,
  retry: patience,
  ...amongBulk,
  ...awaitedOnCancel,
});

/**
 * Writes that would happen twice if called twice. Temporal repeats them only where the failure says that nothing
 * was done; a timeout says nothing of the kind, so it comes back here as it is.
 */
export const once = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout,
  retry: {
    ...patience,
    nonRetryableErrorTypes: ['TemporalTimeout:StartToClose', 'TemporalTimeout:Heartbeat'],
  },
  ...awaitedOnCancel,
});

/** As much to carry, and done twice if called twice. */
export const bulkyOnce = proxyActivities<Activities>({
  startToCloseTimeout: '15 minutes',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout,
  retry: {
    ...patience,
    nonRetryableErrorTypes: ['TemporalTimeout:StartToClose', 'TemporalTimeout:Heartbeat'],
  },
  ...amongBulk,
  ...awaitedOnCancel,
});

/** Changes that a person waits for: tried for some minutes, and then the person should know. */
export const attended = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  scheduleToCloseTimeout: '4 minutes',
  heartbeatTimeout,
  retry: patience,
  ...attendedFirst,
});

/** Reads that a person waits for, of as much as a whole termbase. */
export const attendedReading = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: '6 minutes',
  heartbeatTimeout,
  retry: patience,
  ...attendedFirst,
});

/** What stays when the release has ended: worth minutes, and no release is held up for longer. */
export const keeping = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '5 minutes',
  heartbeatTimeout,
  retry: patience,
});

/** Reminders of releases that began before there were notices: worth a few tries, never worth holding a release up. */
export const notice = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumAttempts: 3 },
});

/** Hands a notice over to Temporal, which is there, or nothing of this would run. No release waits for it but at its end. */
export const posting = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout,
  retry: patience,
});

/** One attempt: the route itself decides when there is another, so that it can say how it fares. */
export const sending = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout,
  retry: { maximumAttempts: 1 },
  ...amongNotices,
});
