/** A rig whose workers tell people: a webhook that wants everything, unless a test names other routes. */
import type { WorkflowHandle } from '@temporalio/client';
import { readConfig } from '../../src/config/config';
import { noticeEvents, noticeRouteWorkflowId } from '../../src/domain/notices/notice';
import { NotificationRouter } from '../../src/notices/notification-router';
import { readRouteReports } from '../../src/notices/route-health';
import type { NoticeRoute } from '../../src/protocol/console-api';
import type { Answer } from '../support/bare-server';
import { HOOK_SECRET, NoticeReceiver } from '../support/notice-receiver';
import { ReleaseRig, type RigOptions } from './release-rig';

export interface NoticeRigOptions extends RigOptions {
  /** How the webhook answers. */
  answer?: Answer;
  /** Instead of one to the webhook with all events. */
  routes?: object[];
}

interface NoticeRig {
  rig: ReleaseRig;
  hook: NoticeReceiver;
  /** The workflow of a route, by its key. */
  route: (key: string) => WorkflowHandle;
  routes: () => WorkflowHandle[];
  reports: () => Promise<NoticeRoute[]>;
  /** Where a worker posts notices. */
  router: NotificationRouter;
}

/** The variables of a webhook. */
export const hookAt = (name: string) => ({ urlVariable: `${name}_URL`, secretVariable: `${name}_SECRET` });

export const everything = [...noticeEvents];

export async function withNoticeRig(
  { answer, routes, config, env, ...options }: NoticeRigOptions,
  test: (noticeRig: NoticeRig) => Promise<void>,
): Promise<void> {
  const hook = await NoticeReceiver.start(answer);
  const rig = await ReleaseRig.start({
    callbacks: false,
    minCheckInterval: '200ms',
    ownWorker: true,
    ...options,
    env: { HOOK_URL: hook.url, HOOK_SECRET, ...env },
    config: { notices: { routes: routes ?? [{ webhook: hookAt('HOOK'), events: everything }] }, ...config },
  });
  const settings = readConfig(rig.env(), rig.directory);
  const route = (key: string): WorkflowHandle =>
    rig.client.workflow.getHandle(noticeRouteWorkflowId(rig.taskQueue, key));
  try {
    await test({
      rig,
      hook,
      route,
      routes: () => settings.notices.routes.map(({ key }) => route(key)),
      reports: () => readRouteReports(rig.client, settings),
      router: new NotificationRouter({
        temporal: rig.client,
        taskQueue: rig.taskQueue,
        consoleUrl: settings.consoleUrl,
        routes: settings.notices.routes,
      }),
    });
  } finally {
    await rig.close();
    await hook.close();
  }
}
