/** Hands what happened over to the routes that want to know. From there on it is kept by Temporal, and sent whatever crashes. */
import type { Client } from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import type { RouteSetting } from '../config/notice-routes';
import { noticeRouteType, noticeRouteWorkflowId } from '../domain/notices/notice';
import type { Notice, ReportedOccurrence } from '../domain/notices/notice-schema';
import { noticeSignal } from '../protocol/messages';
import { noticeOf } from './notice-text';

export interface NoticeOfficeSettings {
  temporal: Client;
  taskQueue: string;
  consoleUrl: string;
  routes: readonly RouteSetting[];
}

export class NotificationRouter {
  constructor(private readonly settings: NoticeOfficeSettings) {}

  /** Posting twice is posting once. */
  async post(told: ReportedOccurrence): Promise<void> {
    const { temporal, taskQueue, consoleUrl, routes } = this.settings;
    const notice = noticeOf(told, consoleUrl);
    const wanted = routes.filter((route) => wants(route, told));
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
