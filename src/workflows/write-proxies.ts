/** The activities that change something outside. Only the write guard imports them, which `npm run check` enforces. */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/activities';
import { amongBulk, interactiveBounds, lengthy, patient, type WriteName } from './activity-proxies';

type Writes = Pick<Activities, WriteName>;

/** A cancelled call is awaited, so that its effect is known. */
const awaitedOnCancel = { cancellationType: 'WAIT_CANCELLATION_COMPLETED' } as const;

/** A call that ran out of time may have taken effect. All other failures that Temporal retries say that nothing was done. */
const unrepeated = { nonRetryableErrorTypes: ['TemporalTimeout:StartToClose', 'TemporalTimeout:Heartbeat'] };

/** The groups differ in the effect of a repeated call. Each stage picks the group of its call: `call: ({ once }) => …`. */
export const writes = {
  /** A repeated call would take effect twice. */
  once: proxyActivities<Writes>({
    ...patient,
    retry: { ...patient.retry, ...unrepeated },
    ...awaitedOnCancel,
  }),
  bulkOnce: proxyActivities<Writes>({
    ...lengthy,
    retry: { ...lengthy.retry, ...unrepeated },
    ...amongBulk,
    ...awaitedOnCancel,
  }),
  /** A key, or the nature of the call, makes a repeat harmless. */
  repeatable: proxyActivities<Writes>({ ...patient, ...awaitedOnCancel }),
  lengthy: proxyActivities<Writes>({ ...lengthy, ...awaitedOnCancel }),
  bulk: proxyActivities<Writes>({ ...lengthy, ...amongBulk, ...awaitedOnCancel }),
  /** A repeat is harmless, and a person waits for the result. */
  interactive: proxyActivities<Writes>(interactiveBounds),
};
