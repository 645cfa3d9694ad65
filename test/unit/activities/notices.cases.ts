import type { Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { NoticeRoute } from '../../../src/config/notice-routes';
import { noticeActivities } from '../../../src/activities/notices';
import { Secret } from '../../../src/http/secret';
import { BareServer, reply } from '../../support/bare-server';

describe('quiet hours', () => {
  let receiver: BareServer;
  beforeEach(async () => {
    receiver = await BareServer.start(reply(204, ''));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await receiver.close();
  });

  /** From ten in the evening until six. */
  async function send(at: string, now: string): Promise<{ answer: unknown; sent: number }> {
    const route: NoticeRoute = {
      key: 'slack-HOOK',
      label: 'HOOK',
      channel: { kind: 'slack', urlVariable: 'HOOK' },
      receiver: { kind: 'slack', url: new Secret(receiver.url) },
      events: ['release.failed'],
      projects: null,
      quietHours: { fromMinute: 22 * 60, toMinute: 6 * 60, timezone: 'UTC' },
    };
    const activities = noticeActivities({
      notices: { post: () => Promise.resolve() },
      noticeRoutes: [route],
      temporal: {} as Client,
    });
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    const input = { route: route.key, at, notices: [] };
    const answer = await new MockActivityEnvironment().run(
      (given: typeof input) => activities.sendNotices(given),
      input,
    );
    return { answer, sent: receiver.seen.length };
  }

  it.each([
    ['by day', '2026-11-16T12:00:00Z', '2026-11-16T12:00:01Z', null],
    ['at night', '2026-11-16T23:00:00Z', '2026-11-16T23:00:01Z', '2026-11-17T06:00:00.000Z'],
    ['by day, and sent at night', '2026-11-16T21:50:00Z', '2026-11-17T01:00:00Z', '2026-11-17T06:00:00.000Z'],
    ['at night, and sent by day', '2026-11-16T23:00:00Z', '2026-11-17T08:00:00Z', null],
  ])('hold back what is asked for %s', async (_when, at, now, quietUntil) => {
    expect(await send(at, now)).toEqual({ answer: { quietUntil }, sent: quietUntil === null ? 1 : 0 });
  });
});
