/** What releases that have not ended have published: they have no record yet, and say it in their status. */
import type { Client } from '@temporalio/client';
import { parseReleaseWorkflowId, releaseId } from '../domain/identity';
import type { Publication } from '../domain/release-languages';
import { openIn } from './open-executions';
import { describedRun, listedRuns, statusIn } from './runs';

export async function openPublications(client: Client, project: string): Promise<Publication[]> {
  const found: Publication[] = [];
  for await (const { workflowId } of listedRuns(client, openIn(project))) {
    if (parseReleaseWorkflowId(workflowId) === null) continue;
    // The list may be some seconds old.
    const run = await describedRun(client, workflowId);
    const status = run && statusIn(run);
    const { state, endedAt = null } = status?.stages.find(({ name }) => name === 'publish') ?? {};
    if (status === null || state !== 'done' || endedAt === null) continue;
    found.push({ id: releaseId(status), at: endedAt, languages: status.languages });
  }
  return found;
}
