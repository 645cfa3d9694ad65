/** The bounds of activity calls, and the activities that change nothing outside; `write-proxies` has the others. */
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/activities';
import { queueOfRole } from '../domain/worker-roles';
import { INTERACTIVE } from '../domain/priority';

/** Large payloads have their own queue, so that a large export never delays a confirmation. */
export const amongBulk = { taskQueue: queueOfRole(workflowInfo().taskQueue, 'bulk') };

/** An outage of hours is waited out; after a day a person should know. */
export const patient = {
  startToCloseTimeout: '2 minutes',
  scheduleToCloseTimeout: '1 day',
  // Notices a dead worker before the call's timeout. Heartbeats come every few seconds, unless a machine is busy.
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '2 minutes' },
} as const;

/** Many requests in one call, or a large payload: a hundred thousand strings up, or whole files down. */
export const lengthy = { ...patient, startToCloseTimeout: '15 minutes' } as const;

/** A person waits for the result, and should learn of a failure within minutes. It comes before background work. */
export const interactiveBounds = {
  ...patient,
  scheduleToCloseTimeout: '4 minutes',
  priority: INTERACTIVE,
} as const;

export type WriteName =
  | 'createTask'
  | 'confirmTaskTerms'
  | 'editTerms'
  | 'deleteTerms'
  | 'deleteRemovedTerms'
  | 'supplementTask'
  | 'publishTask'
  | 'exportFiles'
  | 'removeReplacedFiles'
  | 'createDraft'
  | 'publishPost'
  | 'uploadTerms'
  | 'updateTerms'
  | 'deleteTermbaseTerms';

type Reads = Omit<Activities, WriteName>;

export const reads = proxyActivities<Reads>(patient);

export const bulkReads = proxyActivities<Reads>({ ...lengthy, ...amongBulk });

export const interactive = proxyActivities<Reads>(interactiveBounds);

/** A person waits for as much as a whole termbase. */
export const interactiveReading = proxyActivities<Reads>({
  ...interactiveBounds,
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: '6 minutes',
});

/** The records of an ended release: retried for minutes, so that no release is delayed for longer. */
export const records = proxyActivities<Reads>({
  ...patient,
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '5 minutes',
});

/** The activity only queues the notice in another workflow, which Temporal can do whenever this one runs. */
export const notices = proxyActivities<Reads>({ ...patient, startToCloseTimeout: '30 seconds' });

/** A single attempt, because the route schedules the next one. No release waits for its slow receivers. */
export const sending = proxyActivities<Reads>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 1 },
  taskQueue: queueOfRole(workflowInfo().taskQueue, 'notices'),
});
