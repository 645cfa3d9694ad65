/** People are told of what happens to a release: once, whatever crashes, and without holding it up. */
import type { WorkflowHandle } from '@temporalio/client';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rejectTermsSignal } from '../../src/protocol/messages';
import type { nightlyLocalization } from '../../src/workflows';
import { hookAt, withNoticeRig } from './notice-rig';
import { forgeryIn } from '../support/notice-receiver';
import { until } from '../support/until';
import { type ReleaseRig, reviewOnly } from './release-rig';
import { readConfig } from '../../src/config/config';
import type { Diagnosis } from '../../src/checks/diagnosis';
import type { NoticeRoutes } from '../../src/protocol/console-api';
import { reply } from '../support/bare-server';
import { cli } from '../support/cli';
import { Person, startConsole } from '../support/console';
import { concurrentlyAtNight } from '../support/nightly';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What a busy machine may take meanwhile: its time goes on too. */
const BUSY_MS = 300_000;

const automatic = { ...reviewOnly, terms: { confirmation: 'automatic' as const } };

describe('a review that nobody attends to', () => {
  it.concurrent('is told when it opens, at each reminder, before its deadline, and when it is rejected', () =>
    withNoticeRig({ skipTime: true, minCheckInterval: '1m' }, async ({ rig, hook }) => {
      const terms = { deadline: '3 days', reminders: ['1 day', '2 days'] };
      const handle = await rig.release({ ...reviewOnly, terms });
      const { review, waitingFor } = await handle.result();
      expect(waitingFor).toBeNull();
      const notices = await until('all is told', () => hook.notices.length >= 5 && hook.notices);

      expect(notices.map(({ event }) => event)).toEqual([
        'review.waiting',
        'review.reminder',
        'review.reminder',
        'review.escalated',
        'release.rejected',
      ]);
      const openedAtMs = review?.openedAtMs ?? 0;
      const days = notices.map(({ at }) => (Date.parse(at) - openedAtMs) / DAY_MS);
      for (const [place, day] of [0, 1, 2, 2.4, 3].entries())
        expect(Math.abs((days[place] ?? 0) - day)).toBeLessThan(BUSY_MS / DAY_MS);
      const dueAt = new Date(openedAtMs + 3 * DAY_MS).toISOString();
      expect(notices.map((notice) => notice.dueAt)).toEqual([dueAt, dueAt, dueAt, dueAt, null]);

      const [, project = '', name = ''] = handle.workflowId.split('/');
      const page = `http://127.0.0.1:8088/releases/${project}/${name}`;
      expect(notices[0]).toEqual({
        schemaVersion: 1,
        id: `${handle.firstExecutionRunId}/review.waiting/1`,
        event: 'review.waiting',
        at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        release: `${project}/${name}`,
        project,
        title: `${project}/${name} waits for a term review`,
        text: expect.stringContaining('If nobody decides by then, the release is rejected') as string,
        link: `${page}/terms`,
        dueAt,
      });
      expect(notices.at(-1)).toMatchObject({
        text: expect.stringContaining('The terms were rejected at their deadline.') as string,
        link: page,
      });
      expect(hook.requests.map(forgeryIn)).toEqual(notices.map(() => null));
    }),
  );

  concurrentlyAtNight('is not escalated where there is no time for that', () =>
    withNoticeRig({ skipTime: true, minCheckInterval: '1m' }, async ({ rig, hook }) => {
      const handle = await rig.release({ ...reviewOnly, terms: { deadline: '20 minutes', reminders: [] } });
      await handle.result();
      await until('its end is told', () => hook.events.includes('release.rejected'));
      expect(hook.events).toEqual(['review.waiting', 'release.rejected']);
    }),
  );
});

describe('what is told of a release', () => {
  it.concurrent('is that it is parked and why, what can be decided, and how it ended', () =>
    withNoticeRig({}, async ({ rig, hook }) => {
      rig.sandbox.faults.add({ on: 'work publish', do: 'fail', reason: 'the disk is full' });
      const handle = await rig.release({ ...automatic, publish: true });
      await rig.parked(handle);
      await until('that is told', () => hook.events.length === 1);
      expect(hook.notices[0]).toMatchObject({
        event: 'release.parked',
        title: expect.stringContaining('is parked in stage publish: a person must decide') as string,
        text: expect.stringMatching(
          /the disk is full.* You can decide: Publish again; Go on without publishing; Abort the release\.$/s,
        ) as string,
      });
      await rig.resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
      await until('its end is told', () => hook.events.length === 2);
      expect(hook.notices[1]).toMatchObject({
        event: 'release.done',
        text: 'Languages zh-cn, ja. There is nothing left to do.',
      });
    }),
  );

  concurrentlyAtNight('is that it was cancelled, and what cannot be undone', () =>
    withNoticeRig({}, async ({ rig, hook }) => {
      const handle = await rig.release(reviewOnly);
      await rig.waitingForTerms(handle);
      await handle.cancel();
      expect((await handle.result()).state).toBe('cancelled');
      await until('that is told', () => hook.events.length === 2);
      expect(hook.notices[1]).toMatchObject({
        event: 'release.cancelled',
        text: expect.stringContaining('Cannot be undone: task') as string,
      });
    }),
  );

  it.concurrent('is that its announcement failed, how long that can be retried, and what happens then', () =>
    withNoticeRig({}, async ({ rig, hook }) => {
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail' });
      const handle = await rig.release({
        ...automatic,
        announce: { accounts: ['acc_1', 'acc_2'], text: 'Out.' },
      });
      await rig.reached(handle, ({ state }) => state === 'partial', 'it is partial');
      await until('that is told', () => hook.events.length === 1);
      expect(hook.notices[0]).toMatchObject({
        event: 'release.partial',
        text: expect.stringMatching(
          /acc_2.* You can decide: Announce again on the failed accounts; .* It is open until .* \(in 30 d\)\. Then it ends as it is\.$/s,
        ) as string,
      });
      await rig.resolve(handle, 'skip');
      expect((await handle.result()).state).toBe('partial');
      expect(hook.events).toEqual(['release.partial']);
    }),
  );

  concurrentlyAtNight('is once that a call has been repeated for half an hour', () =>
    withNoticeRig({ skipTime: true, minCheckInterval: '1m' }, async ({ rig, hook }) => {
      rig.sandbox.faults.add({ on: 'POST /tasks/create', do: 'refuse', code: 500, nth: 'all' });
      const handle = await rig.release(automatic);
      await until('that is told', () => hook.events.length === 1);
      rig.sandbox.faults.clear();
      expect((await handle.result()).state).toBe('done');
      await until('its end is told', () => hook.events.length === 2);
      expect(hook.notices.map(({ event }) => event)).toEqual(['release.stalled', 'release.done']);
      expect(hook.notices[0]).toMatchObject({
        id: expect.stringContaining('/release.stalled/') as string,
        title: expect.stringMatching(/has been trying to create the task for 3\d min/) as string,
        text: expect.stringContaining('It is tried again by itself.') as string,
      });
    }),
  );

  it.concurrent('goes to the routes that want to know, and to no other', () =>
    withNoticeRig(
      {
        routes: [
          { webhook: hookAt('HOOK'), projects: ['default'] },
          { slack: { urlVariable: 'HOOK_URL' }, events: ['release.done'] },
        ],
      },
      async ({ rig, hook }) => {
        const handle = await rig.release(automatic);
        await handle.result();
        await until('it is told', () => hook.requests.length > 0);
        expect(hook.requests.map(({ headers }) => headers['x-locrelease-notice'])).toEqual([
          `${handle.firstExecutionRunId}/release.done/1`,
        ]);
        expect(hook.notices[0]?.text).toMatch(
          /^\*.* is done\*\nLanguages zh-cn, ja\. .*\n<http.*\|Open in the console>$/,
        );
      },
    ),
  );
});

describe('what is told of a night', () => {
  const nightOf = async (
    rig: ReleaseRig,
    file: string,
  ): Promise<WorkflowHandle<typeof nightlyLocalization>> => {
    const { spec } = await rig.input(reviewOnly);
    return rig.startWorkflow<typeof nightlyLocalization>('nightlyLocalization', {
      workflowId: `nightly/${rig.project}/strings`,
      taskQueue: rig.taskQueue,
      args: [{ template: { ...spec, source: { file } }, namePrefix: 'night' }],
    });
  };

  it.concurrent('is that its source cannot be read', () =>
    withNoticeRig({}, async ({ rig, hook }) => {
      const night = await nightOf(rig, join(rig.directory, 'absent.json'));
      await expect(night.result()).rejects.toThrow();
      await until('that is told', () => hook.events.length === 1);
      expect(hook.notices[0]).toMatchObject({
        event: 'nightly.failed',
        release: null,
        project: rig.project,
        title: `The nightly run of project ${rig.project} failed`,
        text: expect.stringMatching(
          /absent\.json.* Nothing was released\. The next nightly run tries again/s,
        ) as string,
        link: 'http://127.0.0.1:8088/schedules',
      });
    }),
  );

  it.concurrent('is that its release did not end well', () =>
    withNoticeRig({}, async ({ rig, hook }) => {
      const file = join(rig.directory, 'strings.json');
      await writeFile(file, JSON.stringify({ greeting: 'Hello, Elder Mira!' }));
      const night = await nightOf(rig, file);
      await until('its review waits', () => hook.events.includes('review.waiting'));
      const [waiting] = hook.notices;
      const release = rig.client.workflow.getHandle(`release/${waiting?.release ?? ''}`);
      const { runId } = await release.describe();
      rig.alsoReplay({ workflowId: release.workflowId, firstExecutionRunId: runId });
      await release.signal(rejectTermsSignal, { by: 'olga', reason: 'not these' });
      expect(await night.result()).toMatchObject({ state: 'rejected' });
      await until('all is told', () => hook.events.length === 3);
      expect(hook.notices[2]).toMatchObject({
        event: 'nightly.failed',
        release: waiting?.release,
        title: `The nightly release ${waiting?.release ?? ''} ended as rejected`,
      });
    }),
  );
});

/** A route on which nothing arrives is shown wherever people look. */
describe('what is shown of notices', () => {
  it('a route that fails is shown by the commands and by the console', () =>
    withNoticeRig({ answer: reply(503, '') }, async ({ rig, reports }) => {
      const handle = await rig.release({ ...reviewOnly, terms: { confirmation: 'automatic' } });
      await handle.result();
      await until('it fails', async () => (await reports())[0]?.failing !== null);
      const env = rig.env({
        LOCRELEASE_CONFIG: rig.configFile,
        TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
      });

      const listed = await cli(['notices', 'list'], env);
      expect(listed.code).toBe(0);
      expect(listed.stdout).toMatch(
        /^FAILING +webhook HOOK_URL +never +1 {2}The receiver answered 503\. Since /m,
      );

      const { checks } = (await cli(['doctor', '-o', 'json'], env)).json() as { checks: Diagnosis[] };
      expect(checks.filter(({ what }) => what === 'notices')).toMatchObject([
        { level: 'warn', message: expect.stringContaining('The receiver answered 503.') as string },
      ]);

      const gateway = await startConsole(
        rig.client,
        readConfig({ ...env, GATEWAY_PORT: '0' }, rig.directory),
      );
      try {
        const reader = await Person.signedIn(gateway.url, 'reader');
        const { status, body } = await reader.get<NoticeRoutes>('/api/notices');
        expect(status).toBe(200);
        expect(body.routes).toMatchObject([
          { route: 'webhook HOOK_URL', waiting: 1, failing: { why: 'The receiver answered 503.' } },
        ]);
      } finally {
        await gateway.close();
      }
    }));
});
