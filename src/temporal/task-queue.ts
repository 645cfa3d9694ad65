/** The workers of a task queue, and its backlog, as Temporal reports them. */
import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { queueOfRole, type WorkerRole } from '../domain/worker-roles';
import { protoTimeMs } from './payloads/proto-time';

const { TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;

const queueTypes = { workflows: TASK_QUEUE_TYPE_WORKFLOW, activities: TASK_QUEUE_TYPE_ACTIVITY } as const;
type QueueType = keyof typeof queueTypes;

/** A worker polls at least this often: its polls last a minute. */
const POLLER_IS_FRESH_MS = 90_000;

/** Whether a worker has polled this task queue lately. A worker that has just died still seems to be there. */
export async function hasWorkers(client: Client, taskQueue: string): Promise<boolean> {
  const { pollers } = await describe(client, taskQueue, 'workflows');
  return pollers.some(({ lastAccessTime }) => Date.now() - protoTimeMs(lastAccessTime) < POLLER_IS_FRESH_MS);
}

/**
 * The identities of the processes that serve a role. They polled in the last five minutes, because a process that is
 * busy with long calls polls seldom; one that was shut down in good order is no longer among them.
 */
export async function workersOfRole(
  client: Client,
  taskQueue: string,
  role: WorkerRole,
): Promise<Set<string>> {
  const type = role === 'calls' ? 'workflows' : 'activities';
  const { pollers } = await describe(client, queueOfRole(taskQueue, role), type);
  return new Set(pollers.map(({ identity }) => identity ?? ''));
}

export interface Backlog {
  tasks: number;
  /** How long the oldest has waited. */
  ageSeconds: number;
}

/** The backlog of this role. null: the server does not report it. */
export async function backlogOfRole(
  client: Client,
  taskQueue: string,
  role: WorkerRole,
): Promise<Backlog | null> {
  const types = role === 'calls' ? (['workflows', 'activities'] as const) : (['activities'] as const);
  const total: Backlog = { tasks: 0, ageSeconds: 0 };
  for (const type of types) {
    const { stats } = await describe(client, queueOfRole(taskQueue, role), type, true);
    if (!stats) return null;
    total.tasks += Number(String(stats.approximateBacklogCount ?? 0));
    total.ageSeconds = Math.max(total.ageSeconds, protoTimeMs(stats.approximateBacklogAge) / 1000);
  }
  return total;
}

function describe(client: Client, taskQueue: string, type: QueueType, reportStats = false) {
  return client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: queueTypes[type],
    reportStats,
  });
}

/** How many worker processes make calls: a rate that a service allows one credential is divided by them. */

const FRESH_MS = 10_000;
const TIMEOUT_MS = 5_000;

/** At most ten seconds old. Where Temporal does not respond, the last known value. */
export function workerCount(client: Client, taskQueue: string): () => Promise<number> {
  let known: Promise<number> = Promise.resolve(1);
  let readAtMs = -Infinity;
  return () => {
    if (performance.now() - readAtMs > FRESH_MS) {
      readAtMs = performance.now();
      const before = known;
      known = client
        .withDeadline(Date.now() + TIMEOUT_MS, () => countCallers(client, taskQueue))
        .catch(() => before);
    }
    return known;
  };
}

async function countCallers(client: Client, taskQueue: string): Promise<number> {
  const callers = await Promise.all(
    (['calls', 'bulk'] as const).map((role) => workersOfRole(client, taskQueue, role)),
  );
  // This process is one of them, though Temporal may not list it yet.
  return Math.max(1, new Set(callers.flatMap((workers) => [...workers])).size);
}
