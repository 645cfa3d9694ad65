/** Routes that are down, slow, quiet or refuse; and workers that die in the midst of sending. */
import { readFile, writeFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import type { ReportedOccurrence } from '../../src/domain/notices/notice-schema';
import { confirmTermsSignal, noticeSignal } from '../../src/protocol/messages';
import { deadAddress } from '../support/bare-server';
import { eventsOf } from '../support/history';
import { workUntilKilled } from '../support/killed-worker';
import { MailServer } from '../support/mail-server';
import { forgeryIn } from '../support/notice-receiver';
import { until } from '../support/until';
import { everything, hookAt, withNoticeRig } from './notice-rig';
import { reviewOnly } from './release-rig';
import { drawn } from '../support/nightly';

const HOUR_MS = 3_600_000;
const automatic = { ...reviewOnly, terms: { confirmation: 'automatic' as const } };
const HOOK_KEY = 'webhook-HOOK_URL';

describe('a route that is dead', () => {
  it.concurrent('holds no release up, and is shown', async () => {
    const nobody = await deadAddress();
    const events = ['release.done'];
    await withNoticeRig(
      {
        // One request is answered with 500, the next never.
        answer: (response, { target }) => {
          if (target.includes('hangs')) return;
          response.writeHead(500).end();
        },
        routes: [
          { webhook: hookAt('HOOK'), events },
          { webhook: hookAt('HANGING'), events },
          { webhook: hookAt('ABSENT'), events },
          { slack: { urlVariable: 'ABSENT_URL' }, events },
          { mail: { to: ['loc@example.org'] }, events },
        ],
        env: {
          HANGING_SECRET: 'key-of-what-hangs',
          ABSENT_SECRET: 'key-of-what-is-absent',
          ABSENT_URL: nobody,
          SMTP_URL: nobody.replace('http:', 'smtp:'),
          MAIL_FROM: 'Releases <releases@example.org>',
          HANGING_URL: 'http://127.0.0.1:9/hangs',
        },
      },
      async ({ rig, hook, reports }) => {
        await rig.stopWorker();
        await rig.startWorker({ HANGING_URL: `${new URL(hook.url).origin}/hangs` });
        const handle = await rig.release(automatic);
        expect((await handle.result()).state).toBe('done');
        const failing = await until('all five are seen to fail', async () => {
          const seen = await reports();
          return seen.every((report) => report.failing !== null) && seen;
        });
        expect(failing.map((report) => [report.route, report.failing?.why])).toEqual([
          ['webhook HOOK_URL', 'The receiver answered 500.'],
          ['webhook HANGING_URL', 'No answer from the receiver: no complete reply within 15000 ms.'],
          ['webhook ABSENT_URL', 'No answer from the receiver: cannot connect (ECONNREFUSED).'],
          ['slack ABSENT_URL', 'No answer from the receiver: cannot connect (ECONNREFUSED).'],
          ['mail to loc@example.org', 'No answer from the mail server (ESOCKET).'],
        ]);
        expect(failing.map(({ waiting }) => waiting)).toEqual([1, 1, 1, 1, 1]);
      },
    );
  });

  it.concurrent('for an hour gets what there was to tell afterwards, each once', () => {
    let isUp = false;
    return withNoticeRig(
      { answer: (response) => response.writeHead(isUp ? 200 : 503).end() },
      async ({ rig, hook, route, reports }) => {
        const first = await rig.release(automatic);
        await first.result();
        await until('it has been tried', () => hook.requests.length > 0);
        const second = await rig.release(automatic);
        await second.result();
        await rig.skipTime(route(HOOK_KEY));
        await until('an hour has passed', async () => {
          const [report] = await reports();
          const { since, attempts } = report?.failing ?? { since: '', attempts: 0 };
          return since !== '' && attempts >= 14;
        });
        isUp = true;
        await until('nothing waits', async () => (await reports())[0]?.waiting === 0);

        const tries = eventsOf(await route(HOOK_KEY).fetchHistory(), 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED');
        const atMs = tries.map(({ eventTime }) => Number(eventTime?.seconds) * 1000);
        expect((atMs.at(-1) ?? 0) - (atMs[0] ?? 0)).toBeGreaterThan(HOUR_MS);
        expect(hook.events).toEqual(['release.done', 'release.done']);
        const ids = [first, second].map(({ firstExecutionRunId }) => `${firstExecutionRunId}/release.done/1`);
        expect(hook.notices.slice(-2).map(({ id }) => id)).toEqual(ids);
        expect(new Set(hook.notices.map(({ id }) => id))).toEqual(new Set(ids));
        expect(hook.requests.map(forgeryIn).filter((fault) => fault !== null)).toEqual([]);
        expect((await reports())[0]).toMatchObject({ failing: null, dropped: null });
      },
    );
  });
});

it.concurrent('a receiver that refuses one notice gets the others', () =>
  withNoticeRig(
    {
      answer: (response, { rawBody }) =>
        response.writeHead(rawBody.includes('review.waiting') ? 422 : 200).end(),
    },
    async ({ rig, hook, reports }) => {
      const handle = await rig.release(reviewOnly);
      await rig.waitingForTerms(handle);
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      await handle.result();
      await until('its end is told', () => hook.events.includes('release.done'));
      expect(hook.notices.map(({ event }) => event)).toEqual(['review.waiting', 'release.done']);
      await until('that it was refused is shown', async () => {
        const [report] = await reports();
        return report?.dropped?.why === 'The receiver answered 422.';
      });
    },
  ),
);

it.concurrent('a redirect is followed nowhere', () =>
  withNoticeRig(
    { answer: (response) => response.writeHead(307, { location: '/elsewhere' }).end() },
    async ({ rig, hook, reports }) => {
      await (await rig.release(automatic)).result();
      await until(
        'it fails',
        async () => (await reports())[0]?.failing?.why === 'The receiver answered 307.',
      );
      expect(hook.requests.map(({ target }) => target)).not.toContain('/elsewhere');
    },
  ),
);

const doneOf = (name: string): ReportedOccurrence => ({
  id: `${name}/release.done/1`,
  at: new Date().toISOString(),
  project: 'default',
  name,
  occurrence: { event: 'release.done', languages: ['ja'], files: 0, accounts: 0 },
});

describe('quiet hours', () => {
  /** On the clock of UTC, so far from now. */
  const clock = (offsetMs: number): string => new Date(Date.now() + offsetMs).toISOString().slice(11, 16);

  it.concurrent('hold notices back, which then come as one message', async () => {
    const mails = await MailServer.start();
    const quietHours = { from: clock(-HOUR_MS), to: clock(2 * HOUR_MS), timezone: 'UTC' };
    const events = ['release.done'];
    const quietUntil = `${new Date(Date.now() + 2 * HOUR_MS).toISOString().slice(0, 16)}:00.000Z`;
    try {
      await withNoticeRig(
        {
          worker: false,
          ownWorker: false,
          routes: [
            { slack: { urlVariable: 'HOOK_URL' }, events, quietHours },
            { mail: { to: ['loc@example.org', 'ops@example.org'] }, events, quietHours },
            { webhook: hookAt('HOOK'), events, quietHours },
          ],
          env: { SMTP_URL: mails.url, MAIL_FROM: 'Releases <releases@example.org>' },
        },
        async ({ rig, hook, reports, routes, router }) => {
          const names = ['game-1', 'game-2', 'game-3'];
          const ids = names.map((name) => `${name}/release.done/1`);
          for (const name of names) await router.post(doneOf(name));
          for (const route of routes()) await rig.skipTime(route);
          await rig.startWorker();
          await until('nothing waits', async () =>
            (await reports()).every(({ waiting, lastSentAt }) => waiting === 0 && lastSentAt !== null),
          );

          const sentAt = (await reports()).map(({ lastSentAt }) => Date.parse(lastSentAt ?? ''));
          expect(Math.min(...sentAt)).toBeGreaterThanOrEqual(Date.parse(quietUntil));
          const [slack, ...hooks] = [...hook.requests]
            .sort(
              (a, b) =>
                Number(b.rawBody.includes('"schemaVersion"')) - Number(a.rawBody.includes('"schemaVersion"')),
            )
            .reverse();
          const idsIn = (text: unknown): string[] => String(text).split(', ').sort();
          expect(idsIn(slack?.headers['x-locrelease-notice'])).toEqual([...ids].sort());
          expect(hooks.map(({ headers }) => headers['x-locrelease-notice']).sort()).toEqual([...ids].sort());
          const [mail, ...others] = mails.seen;
          expect(others).toEqual([]);
          expect(mail).toMatchObject({
            from: 'releases@example.org',
            to: ['loc@example.org', 'ops@example.org'],
          });
          expect(idsIn(mail?.headers['x-locrelease-notice'])).toEqual([...ids].sort());
          expect(mail?.headers.subject).toMatch(/^3 notices: default\/game-1 is done$/);
          for (const name of names) expect(mail?.body).toContain(`default/${name} is done`);
        },
      );
    } finally {
      await mails.close();
    }
  });

  it.concurrent('show all that waits, and are given up soon after they are changed', () => {
    const quietHours = { from: clock(-HOUR_MS), to: clock(8 * HOUR_MS), timezone: 'UTC' };
    const slack = { slack: { urlVariable: 'HOOK_URL' }, events: ['release.done'] };
    return withNoticeRig(
      { routes: [{ ...slack, quietHours }] },
      async ({ rig, hook, reports, route, router }) => {
        await router.post(doneOf('game-1'));
        const report = await until('it is held back', async () => {
          const [seen] = await reports();
          return typeof seen?.quietUntil === 'string' && seen;
        });
        expect(report).toMatchObject({ waiting: 1, lastSentAt: null });
        await router.post(doneOf('game-2'));
        await router.post(doneOf('game-3'));
        await until('all three are shown', async () => (await reports())[0]?.waiting === 3);

        await rig.stopWorker();
        const config = parse(await readFile(rig.configFile, 'utf8')) as object;
        const notices = { routes: [{ ...slack, quietHours: { ...quietHours, to: clock(-HOUR_MS / 2) } }] };
        await writeFile(rig.configFile, stringify({ ...config, notices }));
        await rig.startWorker();
        const { workflowId } = route('slack-HOOK_URL');
        const [timer] = eventsOf(await route('slack-HOOK_URL').fetchHistory(), 'EVENT_TYPE_TIMER_STARTED');
        const lookMs = Number(timer?.timerStartedEventAttributes?.startToFireTimeout?.seconds) * 1000;
        expect(lookMs).toBeLessThanOrEqual(HOUR_MS / 4);
        await rig.skipTime({ workflowId });
        await until('nothing waits', async () => (await reports())[0]?.waiting === 0);
        expect(hook.requests).toHaveLength(1);
      },
    );
  });
});

describe('a worker that is killed', () => {
  /** The review and the end are told by the look that brings the terms, and by the call that keeps the record. */
  const deaths = [
    { activity: 'readTask', occurrence: 1 },
    { activity: 'keepManifest', occurrence: 1 },
    { activity: 'sendNotices', occurrence: 1 },
    { activity: 'sendNotices', occurrence: 2 },
  ].flatMap((call) => ['started', 'completed'].map((moment) => ({ ...call, moment })));

  it.concurrent.each(drawn(deaths, 1, 3))(
    'when its $activity number $occurrence has $moment changes nothing but time',
    async (death) => {
      const mails = await MailServer.start();
      try {
        await withNoticeRig(
          {
            worker: false,
            ownWorker: false,
            routes: [
              { webhook: hookAt('HOOK'), events: everything },
              { mail: { to: ['loc@example.org'] }, events: everything },
            ],
            env: { SMTP_URL: mails.url, MAIL_FROM: 'releases@example.org' },
          },
          async ({ rig, hook, reports }) => {
            const handle = await rig.release(reviewOnly);
            const killed = workUntilKilled(rig, death);
            const opened = until('the review is open', async () => {
              const { count } = await rig.client.workflow.count(
                `WorkflowId = '${handle.workflowId}' AND LocreleaseWaiting = 'terms'`,
              );
              return count === 1;
            });
            await Promise.race([killed, opened]);
            await handle.signal(confirmTermsSignal, { by: 'olga' });
            await killed;
            await rig.startWorker();
            const { told } = await handle.result();
            const expected = Object.values(told).reduce((sum, count) => sum + count, 0);
            expect(expected).toBeGreaterThan(0);
            await until('all is told', async () => {
              const idsByMail = new Set(
                mails.seen
                  .map(({ headers }) => headers['x-locrelease-notice'])
                  .flatMap((ids = '') => ids.split(', ')),
              );
              return (
                hook.events.length === expected &&
                idsByMail.size === expected &&
                (await reports()).every(({ waiting }) => waiting === 0)
              );
            });
            const ids = new Set(hook.notices.map(({ id }) => id));
            expect([...ids].every((id) => id.startsWith(handle.firstExecutionRunId))).toBe(true);
            expect(hook.requests.map(forgeryIn).filter((fault) => fault !== null)).toEqual([]);
            // What comes again is known by its Message-ID: no notice is in two mails with different ones.
            const mailOf = new Map<string, string>();
            for (const { headers } of mails.seen) {
              const { 'x-locrelease-notice': notices = '', 'message-id': messageId = '' } = headers;
              for (const id of notices.split(', '))
                expect(mailOf.set(id, mailOf.get(id) ?? messageId).get(id)).toBe(messageId);
            }
          },
        );
      } finally {
        await mails.close();
      }
    },
  );
});

it.concurrent('a notice that is posted again is sent once, and what is none is dropped', () =>
  withNoticeRig({}, async ({ rig, hook, route }) => {
    await (await rig.release(automatic)).result();
    await until('it is told', () => hook.notices.length === 1);
    const [notice] = hook.notices;
    await route(HOOK_KEY).signal(noticeSignal.name, notice);
    await route(HOOK_KEY).signal(noticeSignal.name, { ...notice, id: 7 });
    await route(HOOK_KEY).signal(noticeSignal.name, { ...notice, id: 'another' });
    await until('the other one is told', () => hook.notices.length === 2);
    expect(hook.notices.map(({ id }) => id)).toEqual([notice?.id, 'another']);
  }),
);
