import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { releaseWorkflowId } from '../../domain/release/identity';
import { openPayloads } from '../../temporal/payloads/open-payloads';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { describedRun, listedRuns, type DescribedRun } from '../../temporal/runs';
import { explain, failureText, type PendingCalls, type StoryEntry } from './story-from-history';
import { named, noRelease } from '../releases/release-name';
import { readEvents } from '../releases/run-facts';

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
      const events = await readEvents(client, { workflowId, runId });
      story.push(...explain(events, runId === newest ? pending : undefined));
    }
    return story;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw noRelease(release);
    throw error;
  }
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
