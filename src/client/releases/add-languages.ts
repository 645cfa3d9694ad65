/** Adds languages to a release: by a message while it runs, or by continuing it after it has ended. */
import { WorkflowNotFoundError } from '@temporalio/client';
import { checkLanguages } from '../../checks/check-languages';
import type { Config } from '../../config/config';
import { ifConfigured } from '../../config/config-error';
import { newLanguages, reopened, reopenFault } from '../../domain/release/release-languages';
import { releaseStart, releaseWorkflowType } from '../../domain/release/release-start';
import type { localizationRelease } from '../../workflows';
import type { Message } from '../../protocol/message-schemas';
import { addLanguagesUpdate } from '../../protocol/messages';
import type { OperationAccess } from '../access';
import { BadRequest, Refused } from '../errors';
import { parseReleaseName } from './release-name';
import { readRequestedSpec } from './run-facts';

type Access = Pick<OperationAccess, 'client' | 'releases' | 'localization'> & {
  config: Pick<Config, 'taskQueue'>;
};

export async function addLanguages(
  access: Access,
  { id, allowUnlisted, ...message }: Message<'addLanguages'> & { id: string; allowUnlisted: boolean },
): Promise<{ added: string[]; warnings: string[] }> {
  const { client, releases, config } = access;
  const release = parseReleaseName(id);
  const warnings = allowUnlisted ? [] : await requireListed(access, id, message.languages);
  try {
    return { ...(await releases.executeUpdate(id, addLanguagesUpdate, message)), warnings };
  } catch (error) {
    if (!(error instanceof Refused) || !(error.cause instanceof WorkflowNotFoundError)) throw error;
  }
  const record = await releases.handle(release).result();
  const fault = reopenFault(record);
  if (fault !== null) throw new BadRequest(fault);
  const added = newLanguages(record, message.languages);
  if (added.length === 0) return { added, warnings };
  const continued = reopened(record, { ...message, languages: added, at: new Date().toISOString() });
  await client.workflow.start<typeof localizationRelease>(releaseWorkflowType, {
    ...releaseStart(await readRequestedSpec(client, release), continued),
    taskQueue: config.taskQueue,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'FAIL',
  });
  return { added, warnings };
}

/**
 * A language that the service refuses would park the release, finished or not. Without credentials here it is not
 * checked.
 */
async function requireListed(
  { releases, localization }: Access,
  id: string,
  languages: readonly string[],
): Promise<string[]> {
  const { languages: others } = await releases.status(id);
  const service = ifConfigured(() => localization(parseReleaseName(id).project));
  if (service === null) return [];
  const { unlisted, warnings } = await checkLanguages(service, languages, { others });
  if (unlisted.length === 0) return warnings;
  const reasons = unlisted.map(({ message }) => message).join(' ');
  throw new BadRequest(
    `${reasons} Nothing was added. If the service takes it all the same, allow it (in a terminal: --allow-unlisted).`,
  );
}
