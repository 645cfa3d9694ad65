/** Queues an event on the routes that want it. From then on Temporal has it, so that it is sent after any crash. */
import type { Client } from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import type { RouteSetting } from '../config/notice-routes';
import { noticeRouteType, noticeRouteWorkflowId } from '../domain/notices/notice';
import type { Notice, ReportedOccurrence } from '../domain/notices/notice-schema';
import { noticeSignal } from '../protocol/messages';
import { noticeOf } from './notice-text';

export interface NotificationRouterSettings {
  temporal: Client;
  taskQueue: string;
  consoleUrl: string;
  routes: readonly RouteSetting[];
}

export class NotificationRouter {
  constructor(private readonly settings: NotificationRouterSettings) {}

  /** Posting is idempotent. */
  async post(reported: ReportedOccurrence): Promise<void> {
    const { temporal, taskQueue, consoleUrl, routes } = this.settings;
    const notice = noticeOf(reported, consoleUrl);
    const wanted = routes.filter((route) => wants(route, reported));
    await Promise.all(
      wanted.map(({ key, channel }) =>
        temporal.workflow.signalWithStart<Workflow, [Notice]>(noticeRouteType, {
          workflowId: noticeRouteWorkflowId(taskQueue, key),
          taskQueue,
          args: [{ route: key, gathers: channel.kind !== 'webhook' }],
          signal: noticeSignal,
          signalArgs: [notice],
        }),
      ),
    );
  }
}

function wants({ events, projects }: RouteSetting, { project, occurrence }: ReportedOccurrence): boolean {
  return events.includes(occurrence.event) && (projects === null || projects.includes(project));
}
