import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { releaseWorkflowId } from '../../domain/release/identity';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import { openPayloads } from '../../temporal/payloads/open-payloads';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { describedRun, listedRuns, type DescribedRun } from '../../temporal/runs';
import { decisionMessage } from './describe-message';
import { explain, failureText, type PendingCalls, type StoryEntry } from './story-from-history';
import { NotThere } from '../errors';
import type { ArchivedReleases } from '../records/archived-releases';
import { archivedView } from '../records/archived-view';
import { parseReleaseName, noRelease } from '../releases/release-name';
import { readEvents } from '../releases/run-facts';

/** From Temporal's histories, or from the archive if Temporal has forgotten the release. */
export async function explainOrRecall(
  client: Client,
  archive: ArchivedReleases,
  id: string,
): Promise<{ story: StoryEntry[]; archived: boolean }> {
  try {
    return { story: await explainRelease(client, id), archived: false };
  } catch (error) {
    const record = error instanceof NotThere ? await archive.newest(parseReleaseName(id)) : null;
    if (record === null) throw error;
    return { story: archivedStory(record.manifest), archived: true };
  }
}

/** The story over all runs that Temporal still has, in order. */
export async function explainRelease(client: Client, id: string): Promise<StoryEntry[]> {
  const release = parseReleaseName(id);
  const workflowId = releaseWorkflowId(release);
  try {
    const run = await describedRun(client, workflowId);
    if (run === null) throw noRelease(release);
    const story: StoryEntry[] = [];
    for (const runId of await earlierRuns(client, workflowId, run.runId))
      story.push(...explain(await readEvents(client, { workflowId, runId })));
    const pending = await pendingCalls(client, run);
    story.push(...explain(await readEvents(client, run), pending));
    return story;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw noRelease(release);
    throw error;
  }
}

async function pendingCalls(client: Client, { pendingActivities }: DescribedRun): Promise<PendingCalls> {
  await openPayloads(pendingActivities, client.options.loadedDataConverter.payloadCodecs);
  return new Map(
    pendingActivities.map(({ activityId, attempt, lastFailure, nextAttemptScheduleTime: next }) => {
      const nextAt = next ? new Date(protoTimeMs(next)).toISOString() : null;
      return [activityId ?? '', { attempts: attempt ?? 0, failure: failureText(lastFailure), nextAt }];
    }),
  );
}

/** Releases have several runs: long ones continue as new, rejected ones restart, finished ones get languages. */
async function earlierRuns(client: Client, workflowId: string, newest: string): Promise<string[]> {
  const runs: { runId: string; startedAtMs: number }[] = [];
  for await (const { runId, raw } of listedRuns(client, `WorkflowId = '${workflowId}'`)) {
    if (runId !== newest) runs.push({ runId, startedAtMs: protoTimeMs(raw.startTime) });
  }
  return runs.sort((a, b) => a.startedAtMs - b.startedAtMs).map(({ runId }) => runId);
}

function archivedStory(manifest: ReleaseManifest): StoryEntry[] {
  const { content, run } = manifest;
  const { startedAt, endedAt } = run;
  const { stages, decisions } = archivedView(manifest);
  const begunAt = new Map(stages.map(({ name, startedAt: at }) => [name, at ?? startedAt]));
  const entries: StoryEntry[] = [
    ...stages.flatMap(({ name, startedAt: at }): StoryEntry[] =>
      at === null
        ? []
        : [{ kind: 'stage', at, state: 'running', stage: name, waitingFor: null, why: null, tookMs: null }],
    ),
    ...run.calls.map(({ stage, traceId }): StoryEntry => ({
      kind: 'call',
      at: begunAt.get(stage) ?? startedAt,
      call: stage,
      outcome: 'done',
      attempts: 1,
      tookMs: null,
      failure: null,
      isReplyLost: false,
      did: null,
      nextAt: null,
      traceId,
    })),
    ...decisions.map(({ at, by, what, why, changes }): StoryEntry => ({
      kind: 'message',
      at,
      by,
      why,
      ...decisionMessage({ what, changes }),
      outcome: 'done',
      repeated: false,
      failure: null,
    })),
  ];
  return [
    {
      kind: 'start',
      at: startedAt,
      by: content.startedBy,
      branch: run.branch ?? null,
      languages: content.languages,
      lateLanguages: [],
      continued: false,
      added: null,
    },
    // The sort is stable, so entries of the same time keep their order.
    ...entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    { kind: 'end', at: endedAt, state: content.state, why: run.problem?.message ?? null, tookMs: null },
  ];
}
