import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { protoTimeMs } from './proto-time';

/** A worker asks for work at least this often: its polls last a minute. */
const POLLER_IS_FRESH_MS = 90_000;

/** Whether somebody has asked this task queue for work lately. A worker that has just died still seems to be there. */
export async function hasWorkers(client: Client, taskQueue: string): Promise<boolean> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  });
  return pollers.some(({ lastAccessTime }) => Date.now() - protoTimeMs(lastAccessTime) < POLLER_IS_FRESH_MS);
}
