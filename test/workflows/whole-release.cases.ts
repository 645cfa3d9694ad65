import { readFile, writeFile } from 'node:fs/promises';
import {
  confirmTermsSignal,
  confirmTermsUpdate,
  editTermsUpdate,
  resolveUpdate,
} from '../../src/protocol/messages';
import { parseIni } from '../support/parse-ini';
import { type ReleaseHandle, ReleaseRig, quickPace, reviewOnly, withRig } from './release-rig';
import { protoTimeMs } from '../../src/temporal/payloads/proto-time';
import { until } from '../support/until';
import { defaultPayloadConverter } from '@temporalio/common';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { type DevServer, startDevServer } from '../../src/temporal/server/dev-server';
import { freePorts } from '../../src/temporal/server/free-ports';
import { billedActions } from '../support/billed-actions';
import { type History, activitiesOf, eventCount, eventsOf, payloadsOf } from '../support/history';
import { join } from 'node:path';
import type { SourceString } from '../../src/localization/requests';
import { putSnapshot } from '../../src/store/source-snapshot';
import { readSheet } from '../../src/store/stored-term-sheet';
import { expectDoneOnce } from './invariants';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { concurrentlyAtNight, drawn, isNightly } from '../support/nightly';

describe('a whole release', () => {
  let rig: ReleaseRig;
  afterEach(() => rig.close());

  it('with callbacks goes from the task to the announcement, once each', async () => {
    rig = await ReleaseRig.start();
    const handle = await rig.release();
    const waiting = await rig.waitingForTerms(handle);
    expect(waiting.terms?.total).toBeGreaterThan(0);
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    const record = await handle.result();

    const status = await rig.status(handle);
    expect(status.problem).toBeNull();
    expect(record.state).toBe('done');
    expect(status.stages.map(({ state }) => state)).toEqual(Array(8).fill('done'));
    expect(status.languages).toEqual(['zh-cn', 'ja', 'ko']);
    expect(status.announcement?.targets.map(({ status: s }) => s)).toEqual(['published', 'published']);

    const [file] = status.export?.files ?? [];
    const text = await readFile(file?.path ?? '', 'utf8');
    const { translations } = parseIni(text, { escape: 'no-escape', languages: ['zh-cn', 'ja', 'ko'] });
    const published = rig.sandbox.localization.projectStrings('sandbox');
    expect(JSON.stringify(published)).toContain(translations.get('ja')?.get('greeting'));

    const journal = rig.sandbox.journal;
    const effects = journal.find({ kind: 'request' }).filter(({ effect }) => effect !== null);
    expect(effects.map(({ subject }) => subject)).toEqual([
      'POST /tasks/create',
      'POST /tasks/confirm-terms',
      'POST /tasks/supplement-translate',
      'POST /tasks/publish',
      'POST /export/ini',
      'POST /posts',
      'POST /posts/{postId}/publish',
    ]);
  });
});

describe('a long call', () => {
  /** Less than the SDK would hold the second heartbeat back for, and twice as long as it may take. */
  const SLOW_MS = 15_000;

  it('Temporal hears of a call several times before it could take its worker for dead', () =>
    withRig({}, async (rig) => {
      rig.sandbox.faults.add({ on: 'POST /tasks/create', do: 'delay', ms: SLOW_MS });
      const handle = await rig.release(reviewOnly);
      const beats = new Set<number>();
      let hasBegun = false;
      await until('the call has ended, or was heard of twice', async () => {
        const { raw } = await handle.describe();
        const call = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'createTask');
        hasBegun ||= call !== undefined;
        const beatMs = protoTimeMs(call?.lastHeartbeatTime);
        if (beatMs > 0) beats.add(beatMs);
        return beats.size > 1 || (hasBegun && call === undefined);
      });
      expect(beats.size).toBeGreaterThan(1);
    }));
});

/** What a whole release costs in Temporal: events that every replay goes through, and actions that are paid for. */
describe('what it costs', () => {
  /** A machine that is busy beats a heart more. */
  const MOST_EVENTS = 220;
  const MOST_ACTIONS = 70;
  /** The queue of the project looks once whether somebody has the turn. */
  const OF_THE_QUEUE = 1;
  /** Or lets a step of the translation be told, which a quick one does not take long enough for: a signal and its workflow task. */
  const EVENTS_OF_A_STEP = 4;

  describe('with callbacks, a whole release', () => {
    let server: DevServer;
    let metricsPort: number;
    let rig: ReleaseRig;
    beforeEach(async () => {
      [metricsPort = 0] = await freePorts(1);
      server = await startDevServer({
        binary: await findTemporalBinary({ report: console.error }),
        searchAttributes: searchAttributeTypes,
        metricsPort,
      });
    });
    afterEach(async () => {
      await rig.close();
      await server.stop();
    });

    it.each(
      drawn(
        [
          ['at a pace at which its callbacks come in crowds', quickPace],
          ['at a pace at which they come one by one', { ...quickPace, stepMs: 250 }],
        ] as const,
        1,
        2,
      ),
    )(`%s takes at most ${MOST_EVENTS} events and ${MOST_ACTIONS} billed actions`, async (_pace, pace) => {
      rig = await ReleaseRig.start({ address: server.address, sandbox: { pace }, minCheckInterval: '3s' });
      const handle = await rig.release();
      await rig.waitingForTerms(handle);
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      expect((await handle.result()).state).toBe('done');

      const history = await handle.fetchHistory();
      const listings = eventsOf(history, 'EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES');
      const actions = await until('the server has counted all', async () => {
        const counted = await billedActions(metricsPort);
        const isWhole =
          counted.get('command_ScheduleActivityTask') === activitiesOf(history).length + OF_THE_QUEUE &&
          counted.get('command_UpsertWorkflowSearchAttributes') === listings.length;
        return isWhole && counted;
      });
      const billed = [...actions.values()].reduce((sum, count) => sum + count, 0);
      expect(actions.get('grpc_StartWorkflowExecution')).toBe(1);
      const steps = toldSteps(history);
      expect(billed - steps).toBeLessThanOrEqual(MOST_ACTIONS);
      expect(eventCount(history) - EVENTS_OF_A_STEP * steps).toBeLessThanOrEqual(MOST_EVENTS);
    });
  });

  function toldSteps(history: History): number {
    return eventsOf(history, 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED').filter(
      ({ workflowExecutionSignaledEventAttributes: signal }) => {
        const [payload] = signal?.input?.payloads ?? [];
        return payload !== undefined && 'step' in defaultPayloadConverter.fromPayload<object>(payload);
      },
    ).length;
  }
});

describe('how large it may be', () => {
  const MAX_PAYLOAD_BYTES = 16 * 1024;
  const automatic = { terms: { confirmation: 'automatic' as const } };

  let rig: ReleaseRig;
  afterEach(() => rig.close());

  const lines = (count: number): SourceString[] =>
    Array.from({ length: count }, (_, index) => ({
      string_id: `chapter.${Math.floor(index / 100)}.line.${index % 100}`,
      content: `They went on for ${index} days, and found nothing but sand.`,
    }));

  /** Each has a name of its own that a scan finds. */
  const namesOf = (count: number): SourceString[] =>
    Array.from({ length: count }, (_, index) => ({
      string_id: `hero.${index}`,
      content: `Nobody knows where Keeper K${index} sleeps.`,
    }));

  async function expectSmallPayloads(handle: ReleaseHandle): Promise<void> {
    const [largest] = payloadsOf(await handle.fetchHistory());
    expect(largest?.bytes).toBeGreaterThan(0);
    expect(largest?.bytes).toBeLessThan(MAX_PAYLOAD_BYTES);
  }

  /** So many that each costs nothing of its own; a night brings what is the largest release of the documents. */
  const MANY = isNightly ? 100_000 : 2_000;

  describe(`a release of ${MANY} strings`, () => {
    it('has at most 20 events more than one of 10, and no payload of 16 KB', async () => {
      rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '3s' });
      const few = await rig.release(automatic, lines(10));
      await few.result();
      const many = await rig.release(automatic, lines(MANY));
      const { state, completeness } = await many.result();

      expect(state).toBe('done');
      expect(completeness.map(({ missing }) => missing)).toEqual([0, 0, 0]);
      expect(rig.sandbox.localization.project('sandbox').strings.size).toBe(MANY);
      const events = async (handle: ReleaseHandle) => eventCount(await handle.fetchHistory());
      expect(Math.abs((await events(many)) - (await events(few)))).toBeLessThan(20);
      await expectSmallPayloads(many);
    });
  });

  const TERMS = isNightly ? 5_000 : 1_000;

  describe(`a review of ${TERMS} terms`, () => {
    it('is read, edited and confirmed by reference', async () => {
      rig = await ReleaseRig.start();
      const handle = await rig.release({}, namesOf(TERMS));
      const { terms } = await rig.waitingForTerms(handle);
      if (terms === null) throw new Error('there are no terms');
      expect(terms.total).toBe(TERMS);
      const last = (await readSheet(rig.store, terms)).at(-1);

      const edited = await handle.executeUpdate(editTermsUpdate, {
        args: [{ by: 'olga', termIds: [last?.id ?? ''], edit: { translations: { ja: '番人' } } }],
      });
      expect((await readSheet(rig.store, edited)).at(-1)).toMatchObject({
        term: `Keeper K${TERMS - 1}`,
        translations: { ja: '番人' },
      });
      await handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'olga', digest: edited.digest }] });
      await handle.result();
      await expectDoneOnce(rig.sandbox, await rig.status(handle));
      await expectSmallPayloads(handle);
    });
  });

  describe('a snapshot whose bytes were altered in the store', () => {
    it('is refused before anything is created, and taken once it is whole again', async () => {
      rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '100ms' });
      const strings = lines(10);
      const input = await rig.input(automatic, strings);
      const { sha256 } = await putSnapshot(rig.store, strings);
      const kept = join(rig.store.directory, sha256.slice(0, 2), sha256);
      await writeFile(kept, JSON.stringify(lines(9)));

      const handle = await rig.startRelease(input);
      const { stage, problem, taskId } = await rig.parked(handle);
      expect({ stage, taskId, code: problem?.code }).toEqual({
        stage: 'create',
        taskId: null,
        code: 'store_damaged',
      });
      expect(problem?.message).toContain(`Content ${sha256} of the store`);
      expect(problem?.message).toContain('its bytes do not match its digest. Nothing was used.');
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/create' })).toEqual([]);

      await putSnapshot(rig.store, strings);
      await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'retry' }] });
      await handle.result();
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
    });
  });
});

/** What was just made, started or sent, and is not to be seen yet: a release waits for it, and asks nobody. */
describe('what was made a moment ago', () => {
  const publishPost = 'POST /posts/{postId}/publish';
  const skipping = { skipTime: true, callbacks: false };
  const short: Partial<ReleaseFile> = {
    terms: { scan: false },
    supplementLanguages: [],
    announce: { accounts: ['acc_1'], text: '{name} is out.' },
  };

  /** The first attempts that failed, by the name of the call. */
  async function repeated(handle: ReleaseHandle): Promise<Record<string, number>> {
    const history = await handle.fetchHistory();
    const names = new Map(
      eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED').map(
        ({ eventId, activityTaskScheduledEventAttributes: call }) => [
          String(eventId),
          call?.activityType?.name ?? '',
        ],
      ),
    );
    return Object.fromEntries(
      eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_STARTED')
        .map(({ activityTaskStartedEventAttributes: started }) => started)
        .filter((started) => (started?.attempt ?? 1) > 1)
        .map((started) => [names.get(String(started?.scheduledEventId)) ?? '', started?.attempt ?? 0]),
    );
  }

  it.concurrent('a task, a publish job and a post that are not there for a while are waited for', () =>
    withRig(skipping, async (rig) => {
      rig.sandbox.faults.add({ on: 'GET /tasks/status', do: 'refuse', code: 404, nth: '1-3' });
      rig.sandbox.faults.add({ on: 'GET /tasks/publish-status', do: 'refuse', code: 404, nth: '1-3' });
      rig.sandbox.faults.add({ on: publishPost, do: 'refuse', code: 'not_found', nth: '1-2' });
      rig.sandbox.faults.add({ on: 'GET /posts/{postId}', do: 'refuse', code: 'not_found', nth: '1-2' });
      const handle = await rig.release(short);
      expect(await handle.result()).toMatchObject({ state: 'done', problem: null });
      expect(await repeated(handle)).toEqual({ readTask: 4, readPublish: 4, publishPost: 3, readPost: 3 });
      for (const subject of ['POST /tasks/create', 'POST /tasks/publish', 'POST /posts'])
        expect(rig.sandbox.journal.find({ subject })).toHaveLength(1);
    }),
  );

  it.concurrent('what is not there after two minutes is told, and a retry looks again', () =>
    withRig(skipping, async (rig) => {
      const mend = rig.sandbox.faults.add({
        on: 'GET /tasks/publish-status',
        do: 'refuse',
        code: 404,
        nth: 'all',
      });
      const handle = await rig.release({ ...short, announce: undefined });
      const { problem, stage } = await rig.parked(handle);
      expect({ stage, code: problem?.code }).toEqual({ stage: 'publish', code: '404' });
      mend();
      await rig.resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(1);
    }),
  );

  it.concurrent('a publish that still runs under its key is waited for, however often that is said', () =>
    withRig(skipping, async (rig) => {
      rig.sandbox.faults.add({ on: publishPost, do: 'refuse', code: 'replay', nth: '1-9' });
      const handle = await rig.release(short);
      expect((await handle.result()).state).toBe('done');
      expect(await repeated(handle)).toEqual({ publishPost: 10 });
      expect(rig.sandbox.journal.find({ kind: 'work', subject: 'publish acc_1' })).toHaveLength(1);
    }),
  );

  it.concurrent.each(drawn(['0', 'Tue, 01 Dec 2020 08:00:00 GMT'], 1, 2))(
    'a refusal with Retry-After: %s is repeated like any other',
    (retryAfter) =>
      withRig(skipping, async (rig) => {
        rig.sandbox.faults.add({
          on: 'POST /tasks/publish',
          do: 'refuse',
          code: 429,
          retryAfter,
          nth: '1-3',
        });
        const handle = await rig.release({ ...short, announce: undefined });
        expect((await handle.result()).state).toBe('done');
        expect(await repeated(handle)).toEqual({ publishTask: 4 });
      }),
  );

  concurrentlyAtNight('a daily cap is waited out for as long as the service says', () =>
    withRig(skipping, async (rig) => {
      const params = { reason: 'daily_publish_cap' };
      const cap = {
        on: publishPost,
        do: 'refuse',
        code: 'rate_limited',
        params,
        retryAfter: '7200',
      } as const;
      rig.sandbox.faults.add({ ...cap, nth: '1-10' });
      const handle = await rig.release(short);
      expect((await handle.result()).state).toBe('done');
      const timers = eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_TIMER_STARTED')
        .filter(({ userMetadata }) => Buffer.from(userMetadata?.summary?.data ?? []).includes('daily cap'))
        .map(({ timerStartedEventAttributes: timer }) => Number(timer?.startToFireTimeout?.seconds));
      expect(timers).toHaveLength(10);
      for (const seconds of timers) expect(Math.abs(seconds - 7200)).toBeLessThan(60);
    }),
  );
});
