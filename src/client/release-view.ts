/**
 * What is shown of a release, to everybody alike: what it says of itself, joined with what Temporal knows of its run.
 * There is an answer whether or not a worker is there.
 */
import { QueryRejectedError, ServiceError, type Client } from '@temporalio/client';
import { releaseWorkflowId, type ReleaseName } from '../domain/identity';
import { statusOf, type ReleaseRecord } from '../domain/release-record';
import { possibleActions } from '../domain/release-decisions';
import { finish, whatWasDone } from '../domain/release-transitions';
import type { ReleaseState } from '../domain/release-states';
import { sentence } from '../domain/sentence';
import type { ReleaseStatus, ReleaseView } from '../domain/status';
import { queueOfRole, roleOfQueue, waitsForRole, type WorkerRole } from '../domain/worker-roles';
import { statusQuery } from '../protocol/messages';
import { hasWorkers, workersOfRole } from '../temporal/task-queue';
import { lastKnownRecord } from './last-known-record';
import { readEvents, readRunFacts, timeOf, type HistoryEvent, type RunFacts } from './run-facts';
import { failureText } from './story-from-history';

const TIMEOUT_MS = 10_000;
/** Who asks is there, and waits: a worker that takes longer than this is as good as none. */
const ANSWER_TIMEOUT_MS = 5_000;

export interface Patience {
  answerTimeoutMs?: number;
}

/** Whether a worker has lately asked for the work of this release. */
export async function isWorkedOn(client: Client, release: ReleaseName): Promise<boolean> {
  const facts = await readRunFacts(client, release);
  return facts !== null && hasWorkers(client, facts.taskQueue);
}

/** null: there is no such release. */
export async function readReleaseView(
  client: Client,
  release: ReleaseName,
  { answerTimeoutMs = ANSWER_TIMEOUT_MS }: Patience = {},
): Promise<ReleaseView | null> {
  const within = <Answer>(act: () => Promise<Answer>, timeoutMs = TIMEOUT_MS): Promise<Answer> =>
    client.withDeadline(Date.now() + timeoutMs, act);
  const facts = await within(() => readRunFacts(client, release));
  if (facts === null) return null;
  const run = { workflowId: releaseWorkflowId(release), runId: facts.runId };
  if (facts.status === 'COMPLETED') {
    const handle = client.workflow.getHandle(run.workflowId, run.runId, { followRuns: false });
    const record = await within(() => handle.result() as Promise<ReleaseRecord>);
    return joined(statusOf(release, record), facts, null);
  }
  if (facts.status !== 'RUNNING') {
    const record = endedFromOutside(await within(() => readEvents(client, run)), facts);
    return joined(statusOf(release, record), facts, null);
  }
  const fault = facts.workflowFault;
  const hasWorker = fault === null && (await within(() => hasWorkers(client, facts.taskQueue)));
  const status = hasWorker ? await within(() => ask(client, run), answerTimeoutMs) : null;
  if (status !== null)
    return {
      ...joined(status, facts, 'present'),
      workerProblem: await within(() => missingRole(client, facts)),
    };
  const record = lastKnownRecord(await within(() => readEvents(client, run)));
  const view = joined(statusOf(release, record), facts, fault === null ? 'absent' : 'failing');
  return hasWorker ? { ...view, workerProblem: silentWorkerText(facts.taskQueue, answerTimeoutMs) } : view;
}

/** What a release waits for that no worker is for; null: nothing. */
async function missingRole(client: Client, { taskQueue, waitsIn }: RunFacts): Promise<string | null> {
  for (const queue of waitsIn) {
    const role = roleOfQueue(taskQueue, queue);
    if (role !== null && (await workersOfRole(client, taskQueue, role)).size === 0)
      return noRoleText(taskQueue, role);
  }
  return null;
}

/** What the newest run of a release, which has ended, has left; null: there is none. */
export async function readLastRecord(client: Client, release: ReleaseName): Promise<ReleaseRecord | null> {
  const facts = await readRunFacts(client, release);
  if (facts === null) return null;
  const run = { workflowId: releaseWorkflowId(release), runId: facts.runId };
  if (facts.status === 'COMPLETED') {
    const handle = client.workflow.getHandle(run.workflowId, run.runId, { followRuns: false });
    return handle.result() as Promise<ReleaseRecord>;
  }
  return lastKnownRecord(await readEvents(client, run));
}

/** null: nobody answers. */
async function ask(
  client: Client,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<ReleaseStatus | null> {
  try {
    return await client.workflow.getHandle(workflowId, runId).query(statusQuery);
  } catch (error) {
    if (error instanceof QueryRejectedError || error instanceof ServiceError) return null;
    throw error;
  }
}

function joined(status: ReleaseStatus, facts: RunFacts, worker: ReleaseView['worker']): ReleaseView {
  const { problem } = status;
  return {
    ...status,
    hold: status.hold ?? null,
    problem: problem && { ...problem, actions: possibleActions(status) },
    worker,
    workerProblem: worker === 'absent' ? noWorkerText(facts.taskQueue) : worker && facts.workflowFault,
    retrying: facts.retrying,
    archived: false,
  };
}

export function noWorkerText(taskQueue: string): string {
  return `No worker answers on task queue ${taskQueue}. Start one with "locrelease worker".`;
}

function noRoleText(taskQueue: string, role: WorkerRole): string {
  return `No worker for the role ${role} asks for work on task queue ${queueOfRole(taskQueue, role)}. ${waitsForRole[role]}. Start one with "locrelease worker --role ${role}".`;
}

/** One has asked for work a short while ago. */
function silentWorkerText(taskQueue: string, waitedMs: number): string {
  return `No worker answers on task queue ${taskQueue} within ${waitedMs / 1000} s. The one that was there is busy, or has just stopped. Start one with "locrelease worker".`;
}

interface OutsideEnd {
  state: ReleaseState;
  code: string;
  what: string;
}

const outsideEnds: Readonly<Record<string, OutsideEnd>> = {
  TERMINATED: { state: 'failed', code: 'terminated', what: 'It was terminated in Temporal' },
  TIMED_OUT: { state: 'failed', code: 'timed_out', what: 'It ran out of the time that Temporal gave it' },
  CANCELLED: { state: 'cancelled', code: 'cancelled', what: 'It was cancelled in Temporal' },
  FAILED: { state: 'failed', code: 'failed', what: 'It failed unexpectedly' },
};

/** It had no time to say so itself. */
function endedFromOutside(events: readonly HistoryEvent[], { status }: RunFacts): ReleaseRecord {
  const record = lastKnownRecord(events);
  const end = events.at(-1);
  const { state, code, what } = outsideEnds[status] ?? {
    state: 'failed',
    code: 'failed',
    what: `Temporal calls it ${status}`,
  };
  const why =
    end?.workflowExecutionTerminatedEventAttributes?.reason ??
    failureText(end?.workflowExecutionFailedEventAttributes?.failure) ??
    '';
  const message = [
    sentence(why === '' ? what : `${what}: ${why}`),
    whatWasDone(record),
    '"locrelease start" with the same file begins a new task.',
  ].join(' ');
  finish(record, state, { code, message }, timeOf(end));
  return record;
}
