/** Adds languages to a release: by a message while it runs, or by continuing it after it has ended. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { checkLanguages } from '../../checks/check-languages';
import { ifConfigured } from '../../config/config-error';
import { newLanguages, reopened, reopenFault } from '../../domain/release/release-languages';
import type { ReleaseInput } from '../../domain/release/release-input';
import type { ReleaseRecord } from '../../domain/release/release-record';
import { releaseStart, releaseWorkflowType } from '../../domain/release/release-start';
import type { LocalizationClient } from '../../localization/localization-client';
import type { localizationRelease } from '../../workflows';
import type { Message } from '../../protocol/message-schemas';
import { addLanguagesUpdate } from '../../protocol/messages';
import { BadRequest, Refused } from '../errors';
import type { ReleaseClient } from './release-client';
import { parseReleaseName } from './release-name';
import { readRequestedSpec } from './run-facts';

interface Access {
  client: Client;
  releaseClient: ReleaseClient;
  taskQueue: string;
  localization: (project: string) => LocalizationClient;
}

interface Added {
  added: string[];
  warnings: string[];
}

export async function addLanguages(
  access: Access,
  { id, allowUnlisted, ...message }: Message<'addLanguages'> & { id: string; allowUnlisted: boolean },
): Promise<Added> {
  const { client, releaseClient, taskQueue } = access;
  const warnings = allowUnlisted ? [] : await requireListed(access, id, message.languages);
  const handle = releaseClient.handle(parseReleaseName(id));
  try {
    return { ...(await releaseClient.executeUpdate(id, addLanguagesUpdate, message)), warnings };
  } catch (error) {
    if (!(error instanceof Refused) || !(error.cause instanceof WorkflowNotFoundError)) throw error;
  }
  const record = await handle.result();
  const input = await readRequestedSpec(client, parseReleaseName(id));
  return { ...(await continueWith(client, taskQueue, { input, record, message })), warnings };
}

/**
 * A language that the service refuses would park the release, finished or not. Without credentials here it is not
 * checked.
 */
async function requireListed(
  { releaseClient, localization }: Access,
  id: string,
  languages: readonly string[],
): Promise<string[]> {
  const { languages: others } = await releaseClient.status(id);
  const service = ifConfigured(() => localization(parseReleaseName(id).project));
  if (service === null) return [];
  const { unlisted, warnings } = await checkLanguages(service, languages, { others });
  if (unlisted.length === 0) return warnings;
  const reasons = unlisted.map(({ message }) => message).join(' ');
  throw new BadRequest(
    `${reasons} Nothing was added. If the service takes it all the same, allow it (in a terminal: --allow-unlisted).`,
  );
}

async function continueWith(
  client: Client,
  taskQueue: string,
  {
    input,
    record,
    message,
  }: { input: ReleaseInput; record: ReleaseRecord; message: Message<'addLanguages'> },
): Promise<{ added: string[] }> {
  const fault = reopenFault(record);
  if (fault !== null) throw new BadRequest(fault);
  const added = newLanguages(record, message.languages);
  if (added.length === 0) return { added };
  const continued = reopened(record, { ...message, languages: added, at: new Date().toISOString() });
  await client.workflow.start<typeof localizationRelease>(releaseWorkflowType, {
    ...releaseStart(input, continued),
    taskQueue,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'FAIL',
  });
  return { added };
}
