/** What people do with releases, through Temporal: one place for the CLI and the console, so that both do the same. */
import {
  isGrpcServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  QueryRejectedError,
  type Client,
  type WorkflowHandle,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { parseReleaseId, releaseId, releaseWorkflowId, type ReleaseName } from '../release/identity';
import { statusOf } from '../release/record';
import { searchAttributeKeys } from '../release/search-attributes';
import type { ReleaseState, ReleaseStatus } from '../release/status';
import type { localizationRelease } from '../workflows';
import * as messages from '../workflows/messages';
import { BadRequest, NoWorker, Refused } from './errors';

export interface ReleaseRow {
  id: string;
  project: string;
  name: string;
  state: ReleaseState | 'unknown';
  stage: string | null;
  waitingFor: string | null;
  startedAt: string;
}

const QUERY_TIMEOUT_MS = 10_000;

export class ReleaseDesk {
  constructor(private readonly client: Client) {}

  async status(id: string): Promise<ReleaseStatus> {
    const release = named(id);
    const handle = this.handle(release);
    try {
      return await this.client.connection.withDeadline(Date.now() + QUERY_TIMEOUT_MS, () =>
        handle.query(messages.statusQuery),
      );
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) throw noRelease(release);
      return this.#statusWithoutWorker(handle, release, error);
    }
  }

  /** Newest first. */
  async *list(
    filter: { state?: string; project?: string; waiting?: string } = {},
  ): AsyncGenerator<ReleaseRow> {
    const conditions = [`WorkflowType = 'localizationRelease'`];
    if (filter.state !== undefined) conditions.push(`LocreleaseState = '${quoted(filter.state)}'`);
    if (filter.project !== undefined) conditions.push(`LocreleaseProject = '${quoted(filter.project)}'`);
    if (filter.waiting !== undefined) conditions.push(`LocreleaseWaiting = '${quoted(filter.waiting)}'`);
    const seen = new Set<string>();
    for await (const execution of this.client.workflow.list({ query: conditions.join(' AND ') })) {
      // A release that was started again has several runs; the newest is the release.
      if (seen.has(execution.workflowId)) continue;
      seen.add(execution.workflowId);
      const [, project = '', name = ''] = execution.workflowId.split('/');
      const attribute = (key: keyof typeof searchAttributeKeys): string | null =>
        execution.typedSearchAttributes.get(searchAttributeKeys[key]) ?? null;
      const absent = (value: string | null): string | null => (value === 'none' ? null : value);
      yield {
        id: releaseId({ project, name }),
        project,
        name,
        state: (attribute('state') as ReleaseState | null) ?? 'unknown',
        stage: absent(attribute('stage')),
        waitingFor: absent(attribute('waiting')),
        startedAt: execution.startTime.toISOString(),
      };
    }
  }

  confirm(id: string, said: messages.Spoken & { comment?: string; digest?: string }) {
    return this.tell(id, (handle) => handle.executeUpdate(messages.confirmTermsUpdate, { args: [said] }));
  }

  reject(id: string, said: messages.Spoken & { reason: string }) {
    return this.tell(id, (handle) => handle.executeUpdate(messages.rejectTermsUpdate, { args: [said] }));
  }

  editTerm(id: string, said: messages.Spoken & { termId: string; edit: messages.TermEdit }) {
    return this.tell(id, (handle) => handle.executeUpdate(messages.editTermUpdate, { args: [said] }));
  }

  deleteTerms(id: string, said: messages.Spoken & { termIds: string[] }) {
    return this.tell(id, (handle) => handle.executeUpdate(messages.deleteTermsUpdate, { args: [said] }));
  }

  refreshTerms(id: string, said: messages.Spoken) {
    return this.tell(id, (handle) => handle.executeUpdate(messages.refreshTermsUpdate, { args: [said] }));
  }

  resolve(id: string, said: messages.Spoken & { action: messages.ResolveAction; reason?: string }) {
    return this.tell(id, (handle) => handle.executeUpdate(messages.resolveUpdate, { args: [said] }));
  }

  cancel(id: string, said: messages.Spoken & { reason?: string }) {
    return this.tell(id, (handle) => handle.executeUpdate(messages.cancelUpdate, { args: [said] }));
  }

  handle(release: ReleaseName): WorkflowHandle<typeof localizationRelease> {
    return this.client.workflow.getHandle<typeof localizationRelease>(releaseWorkflowId(release));
  }

  /** Sends an update; a refusal comes back as the release's own words. */
  async tell<Answer>(
    id: string,
    send: (handle: WorkflowHandle<typeof localizationRelease>) => Promise<Answer>,
  ): Promise<Answer> {
    const release = named(id);
    try {
      return await send(this.handle(release));
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
        throw new Refused(error.cause.message);
      }
      if (error instanceof WorkflowNotFoundError) throw await this.#noLongerOpen(release, error);
      throw error;
    }
  }

  async #noLongerOpen(release: ReleaseName, cause: Error): Promise<Error> {
    const { state } = await this.status(releaseId(release));
    return new Refused(`release ${releaseId(release)} has ended as ${state}`, { cause });
  }

  /** What Temporal itself knows: all of a release that has ended, little of one whose workers are away. */
  async #statusWithoutWorker(
    handle: WorkflowHandle<typeof localizationRelease>,
    release: ReleaseName,
    cause: unknown,
  ): Promise<ReleaseStatus> {
    const { status, taskQueue } = await handle.describe();
    if (status.name === 'COMPLETED') return statusOf(release, await handle.result());
    if (cause instanceof QueryRejectedError || isGrpcServiceError(cause))
      throw new NoWorker(taskQueue, { cause });
    throw cause;
  }
}

export function named(id: string): ReleaseName {
  const release = parseReleaseId(id);
  if (release === null)
    throw new BadRequest(`"${id}" is not a release id: expected <project>/<name>, or <name>`);
  return release;
}

export function noRelease(release: ReleaseName): BadRequest {
  return new BadRequest(`there is no release ${releaseId(release)} (locrelease list shows those there are)`);
}

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}
