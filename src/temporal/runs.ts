/**
 * Lists and describes runs of workflows. Temporal's own client decodes every memo, and rejects a whole list for one
 * that it cannot read, which anybody may have written or encrypted with another key. Here such a memo reads as absent.
 */
import type { Client, WorkflowExecutionStatusName } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { parseReleaseWorkflowId, releaseId } from '../domain/release/identity';
import type { Publication } from '../domain/release/release-languages';
import { STATUS_MEMO } from '../domain/release/release-start';
import { searchAttributeKeys } from '../domain/search-attributes';
import type { ReleaseStatus } from '../domain/release/status';
import { valueIn } from '../protocol/read-payload';
import type { UndecryptablePayload } from './errors';
import { openWhatOpens } from './payloads/open-payloads';
import { isUnknownRun } from './temporal-fault';

type Execution = temporal.api.workflow.v1.IWorkflowExecutionInfo;

const openNames: ReadonlySet<string> = new Set<WorkflowExecutionStatusName>(['RUNNING', 'PAUSED']);

/** Queries of Temporal's list for open executions, and for all others. */
export const OPEN = `ExecutionStatus IN ('Running', 'Paused')`;
export const CLOSED = `ExecutionStatus NOT IN ('Running', 'Paused')`;

/** One that was paused by Temporal's own means is open: it continues when it is unpaused. */
export function isOpen(status: string): boolean {
  return openNames.has(status);
}

/** A paused execution does not respond, although its workers run. */
export function pausedInTemporal(workflowId: string): string {
  return `${workflowId} is paused in Temporal. Resume it there: temporal workflow unpause --workflow-id ${workflowId}`;
}

/** Matches a project's open executions of any type. */
export function openIn(project: string): string {
  return `LocreleaseProject = '${project.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}' AND ${OPEN}`;
}

export interface Run {
  workflowId: string;
  runId: string;
  isOpen: boolean;
  status: WorkflowExecutionStatusName;
  raw: Execution;
  /** null: all of the memo could be decrypted. */
  memoFault: UndecryptablePayload | null;
}

export interface DescribedRun extends Run {
  taskQueue: string;
  pendingActivities: readonly temporal.api.workflow.v1.IPendingActivityInfo[];
  pendingWorkflowTask: temporal.api.workflow.v1.IPendingWorkflowTaskInfo | null;
}

/** Bounded, because each run comes with a memo of some kilobytes. */
const PAGE_SIZE = 200;

export async function* listedRuns(client: Client, query: string, pageSize = PAGE_SIZE): AsyncGenerator<Run> {
  let nextPageToken: Uint8Array = new Uint8Array();
  do {
    const page = await listedPage(client, query, { pageSize, nextPageToken });
    yield* page.runs;
    ({ nextPageToken } = page);
  } while (nextPageToken.length > 0);
}

export async function listedPage(
  client: Client,
  query: string,
  page: { pageSize: number; nextPageToken?: Uint8Array },
): Promise<{ runs: Run[]; nextPageToken: Uint8Array }> {
  const { namespace } = client.options;
  const { executions, nextPageToken } = await client.workflowService.listWorkflowExecutions({
    namespace,
    query,
    ...page,
  });
  return { runs: await Promise.all(executions.map((raw) => runOf(client, raw))), nextPageToken };
}

/** Without a `runId`, describes the newest run; null: Temporal has none. */
export async function describedRun(
  client: Client,
  workflowId: string,
  runId?: string,
): Promise<DescribedRun | null> {
  try {
    const { namespace } = client.options;
    const execution = { workflowId, ...(runId !== undefined && { runId }) };
    const found = await client.workflowService.describeWorkflowExecution({ namespace, execution });
    return {
      ...(await runOf(client, found.workflowExecutionInfo ?? {})),
      taskQueue: found.executionConfig?.taskQueue?.name ?? '',
      pendingActivities: found.pendingActivities,
      pendingWorkflowTask: found.pendingWorkflowTask ?? null,
    };
  } catch (error) {
    if (isUnknownRun(error)) return null;
    throw error;
  }
}

/** Finds the first run of a chain, which a list does not show. */
export async function firstRunOf(client: Client, { workflowId, runId }: Run): Promise<string> {
  return (await describedRun(client, workflowId, runId))?.raw.firstRunId ?? runId;
}

/** Returns undefined where the field is missing or unreadable. */
export function memoOf({ raw }: Run, name: string): unknown {
  return valueIn(raw.memo?.fields?.[name]);
}

/** The status in the release's memo. null: it is unreadable, or the run is no release. */
export function statusIn(run: Run): ReleaseStatus | null {
  const status = memoOf(run, STATUS_MEMO) as ReleaseStatus | null | undefined;
  return typeof status?.id === 'string' && Array.isArray(status.stages) ? status : null;
}

/** The time since which the run waits for a person; null: it does not. Servers write times in more than one way. */
export function waitingSince({ raw }: Run): string | null {
  const value = valueIn(raw.searchAttributes?.indexedFields?.[searchAttributeKeys.waitingSince.name]);
  const atMs = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}

export function attributeOf(
  { raw }: Run,
  key: Exclude<keyof typeof searchAttributeKeys, 'waitingSince'>,
): string | null {
  const value = valueIn(raw.searchAttributes?.indexedFields?.[searchAttributeKeys[key].name]);
  return typeof value === 'string' && value !== 'none' ? value : null;
}

async function runOf(client: Client, raw: Execution): Promise<Run> {
  const { payloadCodecs } = client.options.loadedDataConverter;
  const memoFault = await openWhatOpens(raw.memo ?? {}, payloadCodecs);
  const status = statusName(raw.status);
  return {
    workflowId: raw.execution?.workflowId ?? '',
    runId: raw.execution?.runId ?? '',
    isOpen: isOpen(status),
    status,
    raw,
    memoFault,
  };
}

const statuses = temporal.api.enums.v1.WorkflowExecutionStatus;

function statusName(code: Execution['status']): WorkflowExecutionStatusName {
  if (code === statuses.WORKFLOW_EXECUTION_STATUS_CANCELED) return 'CANCELLED';
  const name = (statuses[code ?? 0] ?? 'UNKNOWN').replace('WORKFLOW_EXECUTION_STATUS_', '');
  return name as WorkflowExecutionStatusName;
}

/** Running releases have no record yet, so their status shows what they have published. */
export async function openPublications(client: Client, project: string): Promise<Publication[]> {
  const found: Publication[] = [];
  for await (const { workflowId } of listedRuns(client, openIn(project))) {
    if (parseReleaseWorkflowId(workflowId) === null) continue;
    // The list may be some seconds old, so each run is read again.
    const run = await describedRun(client, workflowId);
    const status = run && statusIn(run);
    const { state, endedAt = null } = status?.stages.find(({ name }) => name === 'publish') ?? {};
    if (status === null || state !== 'done' || endedAt === null) continue;
    found.push({ id: releaseId(status), at: endedAt, languages: status.languages });
  }
  return found;
}
