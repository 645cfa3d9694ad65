/** A client of a Temporal that knows some runs, and answers as its service does: page by page, and NOT_FOUND for others. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { searchAttributeKeys } from '../../src/domain/search-attributes';

const statuses = temporal.api.enums.v1.WorkflowExecutionStatus;
const NOT_FOUND = 5;

export interface KnownRun {
  workflowId: string;
  runId?: string;
  firstRunId?: string;
  status?: 'RUNNING' | 'PAUSED' | 'COMPLETED';
  startedAt?: Date;
  endedAt?: Date;
  stage?: string;
}

export interface TemporalOfRuns {
  client: Client;
  queries: string[];
  /** The workflows that were listed, and the runs whose histories were asked for. */
  listed: string[];
  read: string[];
}

interface Answers {
  /** Which runs a query finds, in which order; left out: all. */
  find?: (query: string) => readonly KnownRun[];
  /** What reading a history comes to. */
  historyFault?: Error;
}

export function temporalOfRuns(
  runs: readonly KnownRun[],
  { find = () => runs, historyFault = new WorkflowNotFoundError('', '', undefined) }: Answers = {},
): TemporalOfRuns {
  const seen = { queries: [] as string[], listed: [] as string[], read: [] as string[] };
  const listWorkflowExecutions = ({
    query,
    pageSize,
    nextPageToken,
  }: {
    query: string;
    pageSize: number;
    nextPageToken: Uint8Array;
  }) => {
    seen.queries.push(query);
    const from = Number(Buffer.from(nextPageToken).toString());
    const found = find(query);
    const page = found.slice(from, from + pageSize);
    seen.listed.push(...page.map(({ workflowId }) => workflowId));
    const isLast = from + pageSize >= found.length;
    const next = isLast ? new Uint8Array() : Buffer.from(String(from + pageSize));
    return Promise.resolve({ executions: page.map(executionOf), nextPageToken: next });
  };
  const describeWorkflowExecution = ({
    execution: { workflowId, runId },
  }: {
    execution: { workflowId: string; runId?: string };
  }) => {
    const run = runs.find((one) => one.workflowId === workflowId && (runId ?? one.runId) === one.runId);
    if (run === undefined) return Promise.reject(Object.assign(new Error('gone'), grpcFault));
    return Promise.resolve({ workflowExecutionInfo: executionOf(run), pendingActivities: [] });
  };
  const getHandle = (_workflowId: string, runId: string) => ({
    fetchHistory: () => {
      seen.read.push(runId);
      return Promise.reject(historyFault);
    },
  });
  const client = {
    options: { namespace: 'default', loadedDataConverter: { payloadCodecs: [] } },
    withDeadline: (_atMs: number, act: () => Promise<unknown>) => act(),
    workflow: { getHandle },
    workflowService: { listWorkflowExecutions, describeWorkflowExecution },
  };
  return { client: client as unknown as Client, ...seen };
}

const grpcFault = { code: NOT_FOUND, details: 'gone', metadata: {} };

function executionOf({ status = 'RUNNING', startedAt, endedAt, stage, ...run }: KnownRun): object {
  const time = (at: Date) => ({ seconds: Math.floor(at.getTime() / 1000), nanos: 0 });
  const indexedFields = stage && {
    [searchAttributeKeys.stage.name]: defaultPayloadConverter.toPayload(stage),
  };
  return {
    execution: { workflowId: run.workflowId, runId: run.runId ?? '' },
    firstRunId: run.firstRunId ?? run.runId,
    status: statuses[`WORKFLOW_EXECUTION_STATUS_${status}`],
    ...(startedAt && { startTime: time(startedAt) }),
    ...(endedAt && { closeTime: time(endedAt) }),
    ...(indexedFields && { searchAttributes: { indexedFields } }),
  };
}
