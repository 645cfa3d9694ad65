/**
 * The activities that change nothing outside of locrelease: reads of the services, writes to its own store, and
 * notices. Activities that change something are in `write-proxies`, which only the write guard imports.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/activities';
import { amongBulk, amongNotices, interactiveBounds, lengthy, patient } from './call-bounds';
import type { WriteName } from './write-proxies';

type Reads = Omit<Activities, WriteName>;

export const reads = proxyActivities<Reads>(patient);

export const bulkReads = proxyActivities<Reads>({ ...lengthy, ...amongBulk });

/** A person waits for the result, so that these calls come before all background work. */
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

/** A single attempt, because the route itself schedules the next one and shows its state. */
export const sending = proxyActivities<Reads>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 1 },
  ...amongNotices,
});
