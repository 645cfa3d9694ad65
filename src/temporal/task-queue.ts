import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { queueOfRole, type WorkerRole } from '../domain/worker-roles';
import { protoTimeMs } from './payloads/proto-time';

const { TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;

const queueTypes = { workflows: TASK_QUEUE_TYPE_WORKFLOW, activities: TASK_QUEUE_TYPE_ACTIVITY } as const;
type QueueType = keyof typeof queueTypes;

/** A live worker polls at least this often, because a poll lasts a minute. */
const POLLER_IS_FRESH_MS = 90_000;

/** Whether a worker has polled lately. One that has just died still counts. */
export async function hasWorkers(client: Client, taskQueue: string): Promise<boolean> {
  const { pollers } = await describe(client, taskQueue, 'workflows');
  return pollers.some(({ lastAccessTime }) => Date.now() - protoTimeMs(lastAccessTime) < POLLER_IS_FRESH_MS);
}

/**
 * The identities of the processes that serve a role. Temporal lists those that polled in the last five minutes, because
 * a process busy with long calls polls seldom; one that shut down in good order is not listed.
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
  /** The wait of the oldest task. */
  ageSeconds: number;
}

/** null: the server does not report the backlog. */
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
