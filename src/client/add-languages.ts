/** Adds languages to a release: told to it while it runs, or by letting it go on after it has ended. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { newLanguages, reopened, reopenFault } from '../domain/late-languages';
import type { ReleaseInput } from '../domain/release-input';
import type { ReleaseRecord } from '../domain/release-record';
import { releaseStart, releaseWorkflowType } from '../domain/release-start';
import type { localizationRelease } from '../workflows';
import type { Message } from '../protocol/message-schemas';
import { addLanguagesUpdate } from '../protocol/messages';
import { BadRequest, Refused } from './errors';
import type { ReleaseClient } from './release-client';
import { named } from './release-name';
import { readAskedFor } from './run-facts';

export async function addLanguages(
  { client, releaseClient, taskQueue }: { client: Client; releaseClient: ReleaseClient; taskQueue: string },
  { id, ...said }: Message<'addLanguages'> & { id: string },
): Promise<{ added: string[] }> {
  const handle = releaseClient.handle(named(id));
  try {
    return await releaseClient.tell(id, addLanguagesUpdate, said);
  } catch (error) {
    if (!(error instanceof Refused) || !(error.cause instanceof WorkflowNotFoundError)) throw error;
  }
  const record = await handle.result();
  const input = await readAskedFor(client, named(id));
  return continueWith(client, taskQueue, { input, record, said });
}

async function continueWith(
  client: Client,
  taskQueue: string,
  { input, record, said }: { input: ReleaseInput; record: ReleaseRecord; said: Message<'addLanguages'> },
): Promise<{ added: string[] }> {
  const fault = reopenFault(record);
  if (fault !== null) throw new BadRequest(fault);
  const added = newLanguages(record, said.languages);
  if (added.length === 0) return { added };
  const continued = reopened(record, { ...said, languages: added, at: new Date().toISOString() });
  await client.workflow.start<typeof localizationRelease>(releaseWorkflowType, {
    ...releaseStart(input, continued),
    taskQueue,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'FAIL',
  });
  return { added };
}
