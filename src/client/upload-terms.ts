/** Starts the workflow that brings terms into a termbase, and waits for it; it goes on when nobody waits. */
import { WorkflowFailedError, type Client, type WorkflowHandle } from '@temporalio/client';
import { setTimeout as delay } from 'node:timers/promises';
import type { NewTerm, TermChange } from '../localization/requests';
import { termbaseWorkflowId } from '../domain/identity';
import type { TermbaseMode, TermbaseUploadInput, TermbaseUploadStatus } from '../domain/termbase-upload';
import { sentence } from '../domain/sentence';
import type { ContentStore } from '../store/content-store';
import { putTerms } from '../store/termbase-terms';
import type { termbaseUpload } from '../workflows';
import { ServiceRefused } from './errors';

const LOOK_EVERY_MS = 500;

type UploadHandle = WorkflowHandle<typeof termbaseUpload>;

export type TermsToSend =
  | { mode: Extract<TermbaseMode, 'upload'>; terms: readonly NewTerm[] }
  | { mode: Extract<TermbaseMode, 'update'>; terms: readonly TermChange[] }
  | { mode: Extract<TermbaseMode, 'delete'>; terms: readonly Pick<TermChange, 'id'>[] };

/** The same terms are the same upload: whoever sends them while they are on their way attaches. */
export async function startTermbaseUpload(
  { client, store, taskQueue }: { client: Client; store: ContentStore; taskQueue: string },
  project: string,
  { mode, terms }: TermsToSend,
): Promise<UploadHandle> {
  const sha256 = await putTerms(store, terms);
  const input: TermbaseUploadInput = { project, name: `${mode}-${sha256.slice(0, 16)}`, mode, sha256 };
  return client.workflow.start<typeof termbaseUpload>('termbaseUpload', {
    workflowId: termbaseWorkflowId(input),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `${terms.length} ${terms.length === 1 ? 'term' : 'terms'}`,
  });
}

/** What became of the terms; null where that was not known in time. */
export async function uploadResult(
  handle: UploadHandle,
  timeoutMs = Infinity,
): Promise<TermbaseUploadStatus | null> {
  const deadlineMs = Date.now() + timeoutMs;
  while ((await handle.describe()).status.name === 'RUNNING') {
    if (Date.now() >= deadlineMs) return null;
    await delay(Math.min(LOOK_EVERY_MS, deadlineMs - Date.now()));
  }
  try {
    return await handle.result();
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    throw new ServiceRefused(`${handle.workflowId} has failed: ${sentence(rootMessage(error))}`, {
      cause: error,
    });
  }
}

function rootMessage(error: Error): string {
  return error.cause instanceof Error ? rootMessage(error.cause) : error.message;
}
