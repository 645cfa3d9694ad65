import { type Client, type ScheduleExecutionResult, WorkflowFailedError } from '@temporalio/client';
import { WorkflowNotFoundError, rootCause } from '@temporalio/common';
import { parseReleaseWorkflowId } from '../../domain/release/identity';
import type { ScheduleRow } from '../../protocol/console-api';
import { isOpen, describedRun, statusIn } from '../../temporal/runs';
import type { nightlyLocalization } from '../../workflows';

/**
 * `state`: that of its release; or `unchanged`: the source was as released before; `skipped`: another release was still
 * running; `forgotten`: Temporal no longer has the run.
 */
export type NightlyRun = NonNullable<ScheduleRow['lastRun']>;

export type NightOutcome = Pick<NightlyRun, 'state' | 'changed' | 'releaseId' | 'problem'>;

export async function readNightlyRun(
  client: Client,
  { scheduledAt, takenAt, action: { workflow } }: ScheduleExecutionResult,
): Promise<NightlyRun> {
  const { workflowId, firstExecutionRunId: runId } = workflow;
  return {
    scheduledAt: scheduledAt.toISOString(),
    startedAt: takenAt.toISOString(),
    workflowId,
    runId,
    ...(await outcomeOf(client, { workflowId, runId })),
  };
}

const unknown = { changed: null, releaseId: null, problem: null };

/** `status` is Temporal's name of it, if the caller already knows it. */
export async function outcomeOf(
  client: Client,
  { workflowId, runId, status }: { workflowId: string; runId: string; status?: string },
): Promise<NightOutcome> {
  const handle = client.workflow.getHandle<typeof nightlyLocalization>(workflowId, runId);
  try {
    const now = status ?? (await handle.describe()).status.name;
    if (isOpen(now)) return await releaseUnderWay(client, { workflowId, runId });
    if (now === 'CANCELLED' || now === 'TERMINATED') return { ...unknown, state: 'cancelled' };
    const result = await handle.result();
    if (!result.changed) return { ...unknown, changed: false, state: 'unchanged' };
    const state = 'skipped' in result ? 'skipped' : result.state;
    return { ...unknown, changed: true, releaseId: result.releaseId, state };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { ...unknown, state: 'forgotten' };
    if (error instanceof WorkflowFailedError) {
      return { ...unknown, state: 'failed', problem: rootCause(error.cause) ?? error.message };
    }
    throw error;
  }
}

/** A night lasts as long as its release, which may wait for a person. */
async function releaseUnderWay(
  client: Client,
  night: { workflowId: string; runId: string },
): Promise<NightOutcome> {
  const { raw } = await client.workflow.getHandle(night.workflowId, night.runId).describe();
  const releases = raw.pendingChildren?.map((child) => child.workflowId ?? '') ?? [];
  for (const workflowId of releases) {
    const name = parseReleaseWorkflowId(workflowId);
    const run = name && (await describedRun(client, workflowId));
    const status = run && statusIn(run);
    if (status) return { ...unknown, changed: true, releaseId: status.id, state: status.state };
  }
  return { ...unknown, state: 'running' };
}
