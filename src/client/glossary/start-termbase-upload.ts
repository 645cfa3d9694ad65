/** Starts the workflow that uploads terms to a termbase, and waits for it. The workflow continues when nobody waits. */
import { WorkflowFailedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { setTimeout as delay } from 'node:timers/promises';
import type { NewTerm, TermChange } from '../../localization/requests';
import { isTermbaseWorkflowId, termbaseWorkflowId } from '../../domain/release/identity';
import { priorityOf } from '../../domain/priority';
import { STARTED_BY_MEMO } from '../../domain/release/release-start';
import type {
  TermbaseMode,
  TermbaseUploadInput,
  TermbaseUploadStatus,
} from '../../domain/review/termbase-upload';
import { sentence } from '../../domain/text/sentence';
import { putTerms } from '../../store/termbase-terms';
import { isOpen } from '../../temporal/runs';
import type { termbaseUpload } from '../../workflows';
import type { TemporalAccess } from '../access';
import { NotThere, ServiceFailed } from '../errors';
import { rootMessage } from '../releases/unreadable-release';

const POLL_EVERY_MS = 500;

export type TermsToSend =
  | { mode: Extract<TermbaseMode, 'upload'>; terms: NewTerm[] }
  | { mode: Extract<TermbaseMode, 'update'>; terms: TermChange[] }
  | { mode: Extract<TermbaseMode, 'delete'>; terms: Pick<TermChange, 'id'>[] };

/** The same terms make the same workflow id, so that a second start attaches to the first. */
export async function startTermbaseUpload(
  { client, store, config }: Pick<TemporalAccess, 'client' | 'store' | 'config'>,
  { project, by }: { project: string; by: string },
  { mode, terms }: TermsToSend,
): Promise<string> {
  const sha256 = await putTerms(store, terms);
  const input: TermbaseUploadInput = { project, name: `${mode}-${sha256.slice(0, 16)}`, mode, sha256 };
  const { workflowId } = await client.workflow.start<typeof termbaseUpload>('termbaseUpload', {
    workflowId: termbaseWorkflowId(input),
    taskQueue: config.taskQueue,
    args: [input],
    priority: priorityOf(project, 'day'),
    memo: { [STARTED_BY_MEMO]: by },
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `${terms.length} ${terms.length === 1 ? 'term' : 'terms'}`,
  });
  return workflowId;
}

export async function uploadResult(
  client: Client,
  workflowId: string,
  timeoutMs: number,
): Promise<TermbaseUploadStatus | null> {
  const nowhere = new NotThere(
    `There is no upload ${workflowId}, or it ended so long ago that Temporal has forgotten it.`,
  );
  if (!isTermbaseWorkflowId(workflowId)) throw nowhere;
  const handle = client.workflow.getHandle<typeof termbaseUpload>(workflowId);
  const deadlineMs = Date.now() + timeoutMs;
  try {
    while (isOpen((await handle.describe()).status.name)) {
      if (Date.now() >= deadlineMs) return null;
      await delay(Math.min(POLL_EVERY_MS, deadlineMs - Date.now()));
    }
    return await handle.result();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw nowhere;
    if (!(error instanceof WorkflowFailedError)) throw error;
    throw new ServiceFailed(`${workflowId} has failed: ${sentence(rootMessage(error))}`, {
      cause: error,
    });
  }
}
