/** Waits of hours and days, in skipped time: the sandbox's clock moves on with the release's. */
import type { NoticeEvent } from '../../src/domain/notices/notice';
import type { ReportedOccurrence } from '../../src/domain/notices/notice-schema';
import { cancelUpdate, resolveUpdate } from '../../src/protocol/messages';
import { eventsOf, inputsOf, type History } from '../support/history';
import { quickPace, withRig, type ReleaseRig, type RigOptions } from './release-rig';
import { concurrentlyAtNight, drawn } from '../support/nightly';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What a busy machine may take meanwhile: its time goes on too. */
const BUSY_MS = 300_000;

const automatic = { terms: { confirmation: 'automatic' as const } };
const untilExport = { ...automatic, supplementLanguages: [], announce: undefined };

/** Tests run at once: to skip time takes the server its time too. */
const skippingTime = (
  sandbox: NonNullable<RigOptions['sandbox']>,
  test: (rig: ReleaseRig) => Promise<void>,
): Promise<void> =>
  withRig(
    {
      callbacks: false,
      skipTime: true,
      minCheckInterval: '1m',
      sandbox: { ...sandbox, pace: { ...quickPace, ...sandbox.pace } },
    },
    test,
  );

describe('a review that nobody attends to', () => {
  it.concurrent.each(
    drawn(
      [
        ['reject' as const, { state: 'rejected', problem: 'rejected_by_deadline' }],
        ['confirm' as const, { state: 'done', problem: undefined }],
      ],
      1,
      2,
    ),
  )('is reminded of twice, and ends after three days as onDeadline: %s says', (onDeadline, ending) =>
    skippingTime({}, async (rig) => {
      const terms = { deadline: '3 days', reminders: ['1 day', '2 days'], onDeadline };
      const handle = await rig.release({ terms });
      const { state, problem, review, decisions } = await handle.result();

      expect({ state, problem: problem?.code }).toEqual(ending);
      expect(decisions).toMatchObject([{ by: 'deadline', what: `${onDeadline} terms` }]);
      const openedAtMs = review?.openedAtMs ?? 0;
      const sinceOpenedMs = (ms: number): number => ms - openedAtMs;
      const reminders = toldAtMs(await handle.fetchHistory(), 'review.reminder').map(sinceOpenedMs);
      expect(reminders.map((ms) => Math.floor(ms / DAY_MS))).toEqual([1, 2]);
      expectWithin(sinceOpenedMs(Date.parse(decisions[0]?.at ?? '')), 3 * DAY_MS, BUSY_MS);
    }),
  );

  concurrentlyAtNight('costs less than 400 events more over 8 days than over 8 hours', () =>
    skippingTime({}, async (rig) => {
      const eventsFor = async (deadline: string): Promise<number> => {
        const handle = await rig.release({ terms: { deadline } });
        expect((await handle.result()).state).toBe('rejected');
        return length(await handle.fetchHistory());
      };
      const [short, long] = await Promise.all([eventsFor('8 hours'), eventsFor('8 days')]);
      expect(long - short).toBeLessThan(400);
    }),
  );
});

describe('a translation without callbacks', () => {
  /** Answers the length of its history. */
  async function translate(durationMs: number): Promise<number> {
    let events = 0;
    await skippingTime({ pace: { stepMs: Math.ceil(durationMs / 7) } }, async (rig) => {
      const handle = await rig.release(untilExport);
      expect((await handle.result()).state).toBe('done');
      const { startedAt, endedAt } = (await rig.status(handle)).stages[3] ?? {};
      expectWithin(Date.parse(endedAt ?? '') - Date.parse(startedAt ?? ''), durationMs, durationMs / 9);
      events = length(await handle.fetchHistory());
    });
    return events;
  }

  concurrentlyAtNight(
    'is noticed a tenth late at most, and over 8 days costs less than 400 events more than over 8 hours',
    async () => {
      const [short, long] = await Promise.all([translate(8 * HOUR_MS), translate(8 * DAY_MS)]);
      expect(long - short).toBeLessThan(400);
    },
  );
});

describe('an announcement', () => {
  it.concurrent('is held by one timer until the time it is set for', () =>
    skippingTime({}, async (rig) => {
      const atMs = Math.ceil(Date.now() / 1000) * 1000 + 5 * DAY_MS;
      const announce = { accounts: ['acc_1'], text: '{name} is out.', at: new Date(atMs).toISOString() };
      const handle = await rig.release({ ...automatic, announce });
      expect((await handle.result()).state).toBe('done');

      const [created] = rig.sandbox.journal.find({ subject: 'POST /posts' });
      expectWithin(Date.parse(created?.at ?? ''), atMs, BUSY_MS);
      const longTimers = eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_TIMER_STARTED').filter(
        ({ timerStartedEventAttributes: timer }) =>
          Number(timer?.startToFireTimeout?.seconds) > DAY_MS / 1000,
      );
      expect(longTimers).toHaveLength(1);
    }),
  );

  concurrentlyAtNight('that meets a daily cap is published the next day', () => {
    const workspace = {
      id: 'ws_1',
      name: 'Games',
      credentials: [{ token: 'sandbox_it_token' }],
      accounts: [{ id: 'acc_1', platform: 'x', handle: '@games' }],
      caps: { publishesPerDay: 1 },
    };
    return skippingTime({ workspace }, async (rig) => {
      const announce = { accounts: ['acc_1'], text: '{name} is out.' };
      for (const handle of [
        await rig.release({ ...automatic, announce }),
        await rig.release({ ...automatic, announce }),
      ])
        expect((await handle.result()).state).toBe('done');

      const [first, second, ...more] = rig.sandbox.journal
        .find({ kind: 'work', subject: 'publish acc_1' })
        .map(({ at }) => Math.floor(Date.parse(at) / DAY_MS));
      expect({ second, more }).toEqual({ second: (first ?? 0) + 1, more: [] });
    });
  });
});

describe('an announcement that meets a daily cap every day', () => {
  it.concurrent('is put before a person after a week', () =>
    skippingTime({}, async (rig) => {
      const publish = 'POST /posts/{postId}/publish';
      const params = { reason: 'daily_publish_cap' };
      rig.sandbox.faults.add({ on: publish, do: 'refuse', code: 'rate_limited', params, nth: 'all' });
      const announce = { accounts: ['acc_1'], text: '{name} is out.' };
      const handle = await rig.release({ ...automatic, announce });
      const { problem } = await rig.parked(handle);
      expect(problem?.code).toBe('daily_cap');
      expect(problem?.message).toMatch(
        /held the announcement back for 7 days\. .*\n[^]*\nskip: Leave the announcement out\. /,
      );
      // Not by their length: the first one is short where the day is nearly over.
      const waits = eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_TIMER_STARTED').filter(
        ({ userMetadata }) => Buffer.from(userMetadata?.summary?.data ?? []).includes('daily cap'),
      );
      expect(waits).toHaveLength(7);
      await rig.resolve(handle, 'skip');
      expect((await handle.result()).state).toBe('done');
    }),
  );
});

describe('a stage whose deadline passes', () => {
  it.concurrent('parks the release with that reason, and waits on when that is what a person wants', () =>
    skippingTime({ pace: { scanMs: 30 * HOUR_MS } }, async (rig) => {
      const handle = await rig.release(untilExport);
      const { stage, problem, stages } = await rig.parked(handle);
      expect({ stage, code: problem?.code }).toEqual({ stage: 'scan', code: 'deadline' });
      expect(problem?.message.split('\n').slice(0, 2)).toEqual([
        'The term scan has not ended within 24 hours. Nothing is lost. Check the service.',
        'retry: Wait again. The release waits as long again.',
      ]);
      const begunMs = Date.parse(stages[1]?.startedAt ?? '');
      const looksMs = scheduledAtMs(await handle.fetchHistory(), 'readTask');
      expectWithin((looksMs.at(-1) ?? 0) - begunMs, DAY_MS, BUSY_MS);

      await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'retry' }] });
      expect((await handle.result()).state).toBe('done');
      expect(rig.sandbox.journal.find({ kind: 'work', subject: 'task completed' })).toHaveLength(1);
    }),
  );

  concurrentlyAtNight(
    'parks it when it passes since the wait began, though a fresh history began in between',
    () =>
      skippingTime({ pace: { scanMs: 300 * HOUR_MS } }, async (rig) => {
        const earlier = await rig.release(untilExport);
        await rig.parked(earlier);
        await earlier.executeUpdate(cancelUpdate, { args: [{ by: 'olga' }] });
        const record = await earlier.result();

        const sinceMs = Date.now() - DAY_MS + HOUR_MS;
        const handle = await rig.startRelease(await rig.input(untilExport), {
          ...record,
          state: 'running',
          ended: false,
          problem: null,
          stages: record.stages.map((stage) =>
            stage.name === 'scan' ? { ...stage, state: 'running', endedAt: null } : stage,
          ),
          wait: { what: 'the term scan', sinceMs },
        });
        const { waitingFor, problem } = await rig.parked(handle);
        expect(problem?.code).toBe('deadline');
        expectWithin(Date.parse(waitingFor?.since ?? '') - sinceMs, DAY_MS, 60_000);
        await handle.executeUpdate(cancelUpdate, { args: [{ by: 'olga' }] });
        await handle.result();
      }),
  );
});

function length({ events }: History): number {
  return events?.length ?? 0;
}

/** When the activity was called, by the release's own time. */
function scheduledAtMs(history: History, activity: string): number[] {
  return eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED')
    .filter(({ activityTaskScheduledEventAttributes: call }) => call?.activityType?.name === activity)
    .map(({ eventTime }) => Number(eventTime?.seconds) * 1000 + Number(eventTime?.nanos) / 1e6);
}

/** When people were told of an event, by the release's own time. */
function toldAtMs(history: History, event: NoticeEvent): number[] {
  return inputsOf<ReportedOccurrence>(history, 'postNotice')
    .filter(({ occurrence }) => occurrence.event === event)
    .map(({ at }) => Date.parse(at));
}

function expectWithin(actualMs: number, fromMs: number, widthMs: number): void {
  expect(actualMs).toBeGreaterThanOrEqual(fromMs);
  expect(actualMs).toBeLessThanOrEqual(fromMs + widthMs);
}
