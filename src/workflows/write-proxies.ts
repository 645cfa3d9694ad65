/** The activities that change something outside. Only the write guard imports them: `npm run check` sees to that. */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/activities';
import { amongBulk, interactive, lengthy, patient } from './call-bounds';

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

type Writes = Pick<Activities, WriteName>;

/** Whoever calls one off awaits what it did, so that it can be said. */
const awaitedOnCancel = { cancellationType: 'WAIT_CANCELLATION_COMPLETED' } as const;

/**
 * Temporal repeats it only where the failure says that nothing was done; a timeout says nothing of the kind, so it comes
 * back as it is.
 */
const unrepeated = { nonRetryableErrorTypes: ['TemporalTimeout:StartToClose', 'TemporalTimeout:Heartbeat'] };

/** They are grouped by what a repeated call would do. */
export const writes = {
  /** It would happen twice. */
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
  /** A key, or its nature, makes a repeat harmless. */
  repeatable: proxyActivities<Writes>({ ...patient, ...awaitedOnCancel }),
  lengthy: proxyActivities<Writes>({ ...lengthy, ...awaitedOnCancel }),
  bulk: proxyActivities<Writes>({ ...lengthy, ...amongBulk, ...awaitedOnCancel }),
  /** Harmless too, and a person waits for it. */
  interactive: proxyActivities<Writes>(interactive),
};
