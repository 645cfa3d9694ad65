import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { releaseWorkflowId } from '../../domain/release/identity';
import { openPayloads } from '../../temporal/payloads/open-payloads';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { describedRun, listedRuns, type DescribedRun } from '../../temporal/runs';
import {
  explain,
  failureText,
  type PendingCalls,
  type StartEntry,
  type StoryEntry,
} from './story-from-history';
import { named, noRelease } from '../releases/release-name';

/** The story of a release: of every run of it that Temporal still keeps, the first one first. */
export async function explainRelease(client: Client, id: string): Promise<StoryEntry[]> {
  const release = named(id);
  const workflowId = releaseWorkflowId(release);
  try {
    const run = await describedRun(client, workflowId);
    if (run === null) throw noRelease(release);
    const { runId: newest } = run;
    const pending = await pendingCalls(client, run);
    const story: StoryEntry[] = [];
    for (const runId of [...(await earlierRuns(client, workflowId, newest)), newest]) {
      const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      await openPayloads(history, client.options.loadedDataConverter.payloadCodecs);
      story.push(...explain(history.events ?? [], runId === newest ? pending : undefined));
    }
    return story;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw noRelease(release);
    throw error;
  }
}

/** How the newest run of a release began: only the first event of its history tells. */
export async function readStart(client: Client, id: string): Promise<StartEntry> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId: releaseWorkflowId(named(id)) },
    maximumPageSize: 1,
  });
  await openPayloads(history ?? {}, client.options.loadedDataConverter.payloadCodecs);
  const start = explain(history?.events ?? []).find((entry) => entry.kind === 'start');
  if (start === undefined) throw new Error(`The history of release ${id} does not begin with its start.`);
  return start;
}

async function pendingCalls(client: Client, { pendingActivities }: DescribedRun): Promise<PendingCalls> {
  await openPayloads(pendingActivities, client.options.loadedDataConverter.payloadCodecs);
  const pending = pendingActivities.map(
    ({ activityId, attempt, lastFailure, nextAttemptScheduleTime: next }) =>
      [
        activityId ?? '',
        {
          attempts: attempt ?? 0,
          failure: failureText(lastFailure),
          nextAt: next ? new Date(protoTimeMs(next)).toISOString() : null,
        },
      ] as const,
  );
  return new Map(pending);
}

/** Long releases continue in a new run; rejected ones are started again; finished ones get more languages. */
async function earlierRuns(client: Client, workflowId: string, newest: string): Promise<string[]> {
  const runs: { runId: string; startedAtMs: number }[] = [];
  for await (const { runId, raw } of listedRuns(client, `WorkflowId = '${workflowId}'`)) {
    if (runId !== newest) runs.push({ runId, startedAtMs: protoTimeMs(raw.startTime) });
  }
  return runs.sort((a, b) => a.startedAtMs - b.startedAtMs).map(({ runId }) => runId);
}
