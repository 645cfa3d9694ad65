/** Starts a release, or finds it: the same file twice is the same release, and never a second task. */
import { isAbsolute } from 'node:path';
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowExecutionDescription,
} from '@temporalio/client';
import { createHash } from 'node:crypto';
import { releaseId, releaseWorkflowId } from '../domain/identity';
import type { ReleaseInput, ReleaseSource } from '../domain/release-input';
import { searchAttributeKeys } from '../domain/search-attributes';
import type { ReleaseSpec } from '../domain/release-file';
import type { ReleaseState } from '../domain/release-states';
import { readReleaseFile, readReleaseText } from '../source/read-release-file';
import { readSource, readSourceJson } from '../source/read-source';
import type { ContentStore } from '../store/content-store';
import { putSnapshot } from '../store/source-snapshot';
import type { localizationRelease } from '../workflows';
import { contentDifference } from './content-difference';
import { BadRequest } from './errors';

/** Kept beside the workflow, so that a later start can tell whether it asks for the same. */
export interface ReleaseMemo {
  digest: string;
  spec: ReleaseSpec;
  source: ReleaseSource;
}

export interface Started {
  id: string;
  /** `started`: a new run. `attached`: it is running already. `ended`: it had ended well before. */
  outcome: 'started' | 'attached' | 'ended';
  input: ReleaseInput;
}

const mayStartAgain: ReadonlySet<ReleaseState> = new Set(['rejected', 'cancelled', 'failed']);

export async function prepareRelease(
  file: string,
  store: ContentStore,
  startedBy: string,
): Promise<ReleaseInput> {
  const { spec } = await readReleaseFile(file);
  const source: ReleaseSource =
    'url' in spec.source
      ? { kind: 'url', url: spec.source.url }
      : {
          kind: 'snapshot',
          ...(await putSnapshot(store, await readSource(spec.source.file, spec.export?.escape))),
        };
  return { spec, source, startedBy };
}

/** A release that comes as a text brings its strings along: the files of this machine are not the sender's. */
export async function prepareReleaseText(
  { text, strings }: { text: string; strings: Readonly<Record<string, string>> | null },
  store: ContentStore,
  startedBy: string,
): Promise<ReleaseInput> {
  const spec = readReleaseText('release', text);
  requirePlainDirectory(spec);
  if ('url' in spec.source) return { spec, source: { kind: 'url', url: spec.source.url }, startedBy };
  if (strings === null) {
    throw new BadRequest(
      'The release has its strings in a file. Send them as "strings". Nothing was started.',
    );
  }
  const snapshot = await putSnapshot(store, readSourceJson('strings', JSON.stringify(strings)));
  return { spec, source: { kind: 'snapshot', ...snapshot }, startedBy };
}

/** Whoever sends a release from elsewhere says under which name its files are kept, not where on a worker's disk. */
function requirePlainDirectory({ export: exportTo }: ReleaseInput['spec']): void {
  const { directory = '' } = exportTo ?? {};
  if (!isAbsolute(directory) && !directory.split(/[\\/]/).includes('..')) return;
  throw new BadRequest(
    'export.directory must be a relative path without "..", because it is a directory of the worker. Nothing was started.',
  );
}

export async function startRelease(
  client: Client,
  { input, taskQueue, store }: { input: ReleaseInput; taskQueue: string; store: ContentStore },
): Promise<Started> {
  const id = releaseId(input.spec);
  const memo: ReleaseMemo = { digest: digestOf(input), spec: input.spec, source: input.source };
  // Twice at most: somebody else may start it between our look and our start.
  for (let attempt = 1; ; attempt += 1) {
    const existing = await describe(client, releaseWorkflowId(input.spec));
    if (existing !== null && !isFree(existing)) {
      const before = existing.memo as ReleaseMemo | undefined;
      if (before !== undefined && before.digest !== memo.digest) {
        const difference = await contentDifference(store, before, memo);
        throw new BadRequest(
          `Release ${id} already exists with other content. Nothing was started. Give this one another name.\n${difference}`,
        );
      }
      return { id, outcome: existing.status.name === 'RUNNING' ? 'attached' : 'ended', input };
    }
    try {
      await client.workflow.start<typeof localizationRelease>('localizationRelease', {
        workflowId: releaseWorkflowId(input.spec),
        taskQueue,
        args: [input],
        memo: { ...memo },
        typedSearchAttributes: [
          { key: searchAttributeKeys.project, value: input.spec.project },
          { key: searchAttributeKeys.state, value: 'running' },
        ],
        workflowIdReusePolicy: existing === null ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
        staticSummary: `${id}: ${input.spec.targetLanguages.join(', ')}`,
      });
      return { id, outcome: 'started', input };
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError) || attempt > 1) throw error;
    }
  }
}

/** Where the source comes from on this machine does not matter; what it says does. */
export function digestOf({ spec, source }: ReleaseInput): string {
  const content = { ...spec, source };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** A release that ended without success leaves its name free for another try. */
function isFree({ status, typedSearchAttributes }: WorkflowExecutionDescription): boolean {
  if (status.name === 'RUNNING') return false;
  if (status.name !== 'COMPLETED') return true;
  return mayStartAgain.has(typedSearchAttributes.get(searchAttributeKeys.state) as ReleaseState);
}

async function describe(client: Client, workflowId: string): Promise<WorkflowExecutionDescription | null> {
  try {
    return await client.workflow.getHandle(workflowId).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
