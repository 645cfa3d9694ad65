/**
 * The public view of a release: its reported status, joined with Temporal's facts of the run. The status is a memo that
 * the release stores at every change, so it can be read without a worker.
 */
import { QueryRejectedError, ServiceError, type Client } from '@temporalio/client';
import { releaseWorkflowId, type ReleaseName } from '../../domain/release/identity';
import { possibleActions } from '../../domain/problems/choices';
import type { ReleaseStatus, ReleaseView } from '../../domain/release/status';
import { queueOfRole, roleOfQueue, waitsForRole } from '../../domain/worker-roles';
import { statusQuery } from '../../protocol/messages';
import { isOpen, pausedInTemporal } from '../../temporal/runs';
import { hasWorkers, workersOfRole } from '../../temporal/task-queue';
import { lastEvents, readRunFacts, type RunFacts } from './run-facts';
import { endedFromOutside } from './ended-from-outside';

const TIMEOUT_MS = 10_000;

/** Whether a worker has lately polled for the work of this release. */
export async function isWorkedOn(client: Client, release: ReleaseName): Promise<boolean> {
  const facts = await readRunFacts(client, release);
  return facts !== null && hasWorkers(client, facts.taskQueue);
}

/**
 * null: there is no such release. A worker that has just stopped still counts as polling; with `answerTimeoutMs` it is
 * queried with that timeout.
 */
export async function readReleaseView(
  client: Client,
  release: ReleaseName,
  { answerTimeoutMs = null }: { answerTimeoutMs?: number | null } = {},
): Promise<ReleaseView | null> {
  const within = <Result>(act: () => Promise<Result>): Promise<Result> =>
    client.withDeadline(Date.now() + TIMEOUT_MS, act);
  const facts = await within(() => readRunFacts(client, release));
  if (facts === null) return null;
  const workflowId = releaseWorkflowId(release);
  if (!isOpen(facts.status)) {
    if (facts.status === 'COMPLETED') return joined(facts.reported, facts, null);
    const [end] = await within(() => lastEvents(client, { workflowId, runId: facts.runId }, 1));
    return joined(endedFromOutside(facts.reported, facts.status, end), facts, null);
  }
  const present = joined(facts.reported, facts, 'present');
  const absent = (workerProblem = noWorkerText(facts.taskQueue)): ReleaseView => ({
    ...present,
    worker: 'absent',
    workerProblem,
  });
  if (facts.status === 'PAUSED') return absent(pausedInTemporal(workflowId));
  if (facts.workflowFault !== null) return { ...present, worker: 'failing' };
  if (!(await within(() => hasWorkers(client, facts.taskQueue)))) return absent();
  if (answerTimeoutMs !== null && !(await respondsToQuery(client, release, answerTimeoutMs)))
    // A worker polled a short while ago and has not responded in the time that the caller gave it.
    return absent(
      `No worker answers on task queue ${facts.taskQueue} within ${answerTimeoutMs / 1000} s. The one that was there is busy, or has just stopped. Start one with "locrelease worker".`,
    );
  return { ...present, workerProblem: await within(() => missingRole(client, facts)) };
}

async function respondsToQuery(client: Client, release: ReleaseName, withinMs: number): Promise<boolean> {
  const handle = client.workflow.getHandle(releaseWorkflowId(release));
  try {
    await client.withDeadline(Date.now() + withinMs, () => handle.query(statusQuery));
    return true;
  } catch (error) {
    if (isUnanswered(error)) return false;
    throw error;
  }
}

/** A query that no worker responded to, or could not handle. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof QueryRejectedError || error instanceof ServiceError;
}

/** Why a queue that the release waits for has no worker. null: none lacks one. */
async function missingRole(client: Client, { taskQueue, waitsIn }: RunFacts): Promise<string | null> {
  for (const queue of waitsIn) {
    const role = roleOfQueue(taskQueue, queue);
    if (role !== null && (await workersOfRole(client, taskQueue, role)).size === 0)
      return `No worker for the role ${role} asks for work on task queue ${queueOfRole(taskQueue, role)}. ${waitsForRole[role]}. Start one with "locrelease worker --role ${role}".`;
  }
  return null;
}

function joined(status: ReleaseStatus, facts: RunFacts, worker: ReleaseView['worker']): ReleaseView {
  const { problem } = status;
  return {
    ...status,
    problem: problem && { ...problem, actions: possibleActions(status) },
    worker,
    workerProblem: worker && facts.workflowFault,
    retrying: facts.retrying,
    archived: false,
  };
}

export function noWorkerText(taskQueue: string): string {
  return `No worker answers on task queue ${taskQueue}. Start one with "locrelease worker".`;
}
