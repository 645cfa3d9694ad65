import { cancellationSignal, log } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { NoticeRoute } from '../config/notice-routes';
import { asOf, type IsDecided } from '../notices/notice-text';
import { deliverWithRetries } from '../notices/deliver';
import type { NotificationRouter } from '../notices/notification-router';
import { NotSent } from '../notices/not-sent';
import { quietUntilMs } from '../domain/schedules/wall-clock';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { ActivityDependencies } from './dependencies';
import { parseReleaseId, releaseWorkflowId } from '../domain/release/identity';
import { attributeOf, describedRun } from '../temporal/runs';
import type { Client } from '@temporalio/client';

export function noticeActivities({
  notices: router,
  noticeRoutes,
  temporal,
}: Pick<ActivityDependencies, 'noticeRoutes' | 'temporal'> & { notices: Pick<NotificationRouter, 'post'> }) {
  return {
    postNotice(reported: ActivityInput<'postNotice'>): Promise<void> {
      return router.post(reported);
    },

    async sendNotices({ route: key, at, notices }: ActivityInput<'sendNotices'>) {
      const route = noticeRoutes.find((candidate) => candidate.key === key);
      if (route === undefined) throw notSent('The route is not in the configuration of the worker.');
      // The time of sending counts, because no worker may have run since the notice was queued. In tests with skipped
      // time, Temporal's clock is ahead of this one.
      const nowMs = Math.max(Date.parse(at), Date.now());
      const quietMs = route.quietHours && quietUntilMs(route.quietHours, nowMs);
      // Nothing is sent until then.
      if (quietMs !== null) return { quietUntil: new Date(quietMs).toISOString() };
      const isDecided = reviewIsDecided(temporal);
      await send(route, await Promise.all(notices.map((notice) => asOf(nowMs, notice, isDecided))));
      return { quietUntil: null };
    },
  };
}

async function send(route: NoticeRoute, notices: ActivityInput<'sendNotices'>['notices']): Promise<void> {
  try {
    await deliverWithRetries(route, notices, cancellationSignal());
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    log.warn('Cannot send notices.', { route: route.key, notices: notices.length, reason: error.message });
    throw notSent(error.message, error.isFinal);
  }
}

function notSent(message: string, isFinal = false): ApplicationFailure {
  return ApplicationFailure.create({ type: isFinal ? 'Refused' : 'NotSent', message });
}

/** By Temporal's record of the release; false if Temporal cannot be reached. */
export function reviewIsDecided(temporal: Client): IsDecided {
  return async ({ event, release }) => {
    const name = event.startsWith('review.') ? parseReleaseId(release ?? '') : null;
    if (name === null) return false;
    try {
      const run = await describedRun(temporal, releaseWorkflowId(name));
      return run === null || !run.isOpen || attributeOf(run, 'stage') !== 'confirm';
    } catch {
      return false;
    }
  };
}
