/**
 * The activities that change nothing outside of locrelease: reads of the services, writes to its own store, and
 * notices. Those that do change something are in `write-proxies`, which only the write guard imports.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/activities';
import { amongBulk, amongNotices, interactive as attendedBounds, lengthy, patient } from './call-bounds';
import type { WriteName } from './write-proxies';

type Reads = Omit<Activities, WriteName>;

export const reads = proxyActivities<Reads>(patient);

/** With much to carry. */
export const bulkReads = proxyActivities<Reads>({ ...lengthy, ...amongBulk });

/** A person waits for it, so the calls come before all that runs by itself. */
export const interactive = proxyActivities<Reads>(attendedBounds);

/** A person waits for as much as a whole termbase. */
export const interactiveReading = proxyActivities<Reads>({
  ...attendedBounds,
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: '6 minutes',
});

/** What stays when the release has ended: worth minutes, and no release is held up for longer. */
export const records = proxyActivities<Reads>({
  ...patient,
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '5 minutes',
});

/** Hands a notice over to Temporal, which is there, or nothing of this would run. */
export const notices = proxyActivities<Reads>({ ...patient, startToCloseTimeout: '30 seconds' });

/** A single attempt, because the route itself schedules the next one, and shows its state. */
export const sending = proxyActivities<Reads>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 1 },
  ...amongNotices,
});
