/** Reads the health of each route from Temporal, even while no worker runs. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Config } from '../config/config';
import { noticeRouteWorkflowId } from '../domain/notices/notice';
import { newNoticeQueue } from '../domain/notices/notice-queue';
import type { RouteHealth } from '../domain/notices/notice-schema';
import type { NoticeRoute } from '../protocol/console-api';

export function readRouteReports(
  client: Client,
  { notices, taskQueue }: Pick<Config, 'notices' | 'taskQueue'>,
): Promise<NoticeRoute[]> {
  return Promise.all(
    notices.routes.map(async ({ key, label, events, projects }) => ({
      route: label,
      events,
      projects,
      ...(await readHealth(client, noticeRouteWorkflowId(taskQueue, key))),
    })),
  );
}

/** The route's workflow stores its health in its memo; before the first notice there is no workflow. */
async function readHealth(client: Client, workflowId: string): Promise<RouteHealth> {
  const none = newNoticeQueue().health;
  try {
    const { memo } = await client.workflow.getHandle(workflowId).describe();
    return { ...none, ...(memo?.health as Partial<RouteHealth> | undefined) };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return none;
    throw error;
  }
}
