import { Secret } from '../../src/http/secret';
import { callbackUrl } from '../../src/localization/callback-address';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import { confirmTermsSignal } from '../../src/protocol/messages';
import { sendCallback } from '../support/callback';
import { countedBy } from '../support/gateway';
import { until } from '../support/until';
import { activitiesOf, eventCount, eventsOf } from '../support/history';
import { expectDoneOnce } from './invariants';
import { type ReleaseHandle, ReleaseRig, quickPace } from './release-rig';
import { releaseStates } from '../../src/domain/release/release-states';
import { commandAt, operatorsOfBackends } from './backends';
import { drawn, itAtNight } from '../support/nightly';

describe('callbacks', () => {
  /**
   * The calls without which a release cannot be: seven that do something, one download, one page of terms, and one
   * look at the end of each of the five waits, since a callback is a hint and only what is read counts.
   */
  const HOUR_MS = 3_600_000;

  const fewestCalls = [
    'POST /tasks/create',
    'GET /tasks/status',
    'GET /tasks/terms',
    'POST /tasks/confirm-terms',
    'GET /tasks/status',
    'POST /tasks/supplement-translate',
    'GET /tasks/status',
    'POST /tasks/publish',
    'GET /tasks/publish-status',
    'POST /export/ini',
    'GET /download',
    'POST /posts',
    'POST /posts/{postId}/publish',
    'GET /posts/{postId}',
  ];
  /** Beyond these, what is worth knowing before anything is paid for. */
  const callsBefore = ['GET /languages', 'GET /export-templates', 'GET /workspace', 'GET /accounts'];

  /** `cost.test.ts` holds it to less, where nothing goes wrong. */
  const MOST_EVENTS = 220;

  let rig: ReleaseRig;
  afterEach(() => rig.close());

  describe('with callbacks, a whole release', () => {
    it.each(
      drawn(
        [
          ['at a pace at which they come in crowds', {}],
          // Each callback then has a workflow task of its own, as with work that takes minutes.
          ['at a pace at which they come one by one', { pace: { ...quickPace, stepMs: 250 } }],
        ] as const,
        1,
        1,
      ),
    )(`%s takes at most 1.3 times the fewest calls, and ${MOST_EVENTS} events`, async (_pace, sandbox) => {
      rig = await ReleaseRig.start({ sandbox, minCheckInterval: '3s' });
      const handle = await release();

      const calls = rig.sandbox.journal.find({ kind: 'request' }).map(({ subject }) => subject);
      expect(calls).toEqual([...callsBefore, ...fewestCalls]);
      expect(calls.length).toBeLessThanOrEqual(1.3 * fewestCalls.length);
      expect(eventCount(await handle.fetchHistory())).toBeLessThanOrEqual(MOST_EVENTS);
      await expectDoneOnce(rig.sandbox, await rig.status(handle));
    });

    it('costs no more where every callback comes twice', async () => {
      rig = await ReleaseRig.start({ minCheckInterval: '3s' });
      rig.sandbox.faults.add({ on: 'callback *', do: 'double', nth: 'all' });
      const handle = await release();

      const calls = rig.sandbox.journal.find({ kind: 'request' });
      expect(calls).toHaveLength(callsBefore.length + fewestCalls.length);
      expect(eventCount(await handle.fetchHistory())).toBeLessThanOrEqual(MOST_EVENTS);
      expect(await counted('repeated')).toBe((await counted('signalled')) + (await counted('held')));
      await expectDoneOnce(rig.sandbox, await rig.status(handle));
    });
  });

  describe('a whole release goes through, and does each thing once, where its callbacks', () => {
    const mishaps: [string, FaultRuleInput][] = [
      ['never arrive', { on: 'callback *', do: 'drop', nth: 'all' }],
      ['are lost now and then', { on: 'callback *', do: 'drop', nth: 'all', chance: 0.5 }],
      ['come late', { on: 'callback *', do: 'late', ms: 700, nth: 'all' }],
      [
        'come after the ones that should follow them',
        { on: 'callback *', do: 'reorder', nth: [2, 4, 6, 8, 10] },
      ],
      ['stop after the first', { on: 'callback *', do: 'drop', nth: '2-1000' }],
    ];
    it.each(drawn(mishaps, 1, 1))('%s', async (_what, fault) => {
      rig = await ReleaseRig.start({ minCheckInterval: '100ms' });
      rig.sandbox.faults.add(fault);
      const handle = await release();
      await expectDoneOnce(rig.sandbox, await rig.status(handle));
    });
  });

  it('a service that calls back no private address gets each call without ours, and the release is told', async () => {
    rig = await ReleaseRig.start({ minCheckInterval: '100ms', sandbox: { guardCallbackAddresses: true } });
    const handle = await release();
    const status = await rig.status(handle);
    await expectDoneOnce(rig.sandbox, status);
    expect(rig.sandbox.journal.find({ kind: 'callback' })).toEqual([]);
    expect(status.warnings).toEqual([
      expect.stringMatching(/POST \/tasks\/create .*not on a public network.*CALLBACK_BASE_URL/),
      expect.stringMatching(/supplement-translate/),
      expect.stringMatching(/POST \/tasks\/publish/),
    ]);
  });

  describe('a callback', () => {
    it('that is forged is refused with 401, counted, and never heard of by the release', async () => {
      rig = await ReleaseRig.start({ minCheckInterval: '100ms' });
      rig.sandbox.faults.add({ on: 'callback *', do: 'forge', nth: 'all' });
      const handle = await release();

      const sent = () => rig.sandbox.journal.find({ kind: 'callback' });
      await until('what was sent is counted', async () => (await counted('forged')) === sent().length);
      expect(new Set(sent().map(({ code }) => code))).toEqual(new Set([401]));
      expect(await signalsOf(handle)).toEqual(['confirmTerms']);
      await expectDoneOnce(rig.sandbox, await rig.status(handle));
    });

    itAtNight('with the address of one release and the token of another is refused with 401', async () => {
      rig = await ReleaseRig.start();
      const [mine, other] = [await rig.release(), await rig.release()];
      const [{ taskId }] = await Promise.all([rig.waitingForTerms(mine), rig.waitingForTerms(other)]);
      const address = addressOf(mine).replace(/[^/]+$/, addressOf(other).split('/').at(-1) ?? '');

      const answer = await sendCallback(address, { event: 'task.completed', taskId });

      expect(answer).toEqual({ status: 401, outcome: 'forged' });
      expect(await counted('forged')).toBe(1);
      expect(await signalsOf(mine)).toEqual(['callback']);
    });

    it('about another task, such as that of an earlier run, changes nothing', async () => {
      rig = await ReleaseRig.start({ minCheckInterval: '3s' });
      const handle = await rig.release();
      await rig.waitingForTerms(handle);
      const looksBefore = activitiesOf(await handle.fetchHistory());

      const answer = await sendCallback(addressOf(handle), {
        event: 'task.completed',
        taskId: 'task_of_before',
      });

      expect(answer).toEqual({ status: 200, outcome: 'signalled' });
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      await rig.reached(handle, ({ stage }) => stage !== 'confirm', 'the terms are confirmed');
      const looks = activitiesOf(await handle.fetchHistory());
      expect(looks.slice(looksBefore.length, looksBefore.length + 1)).toEqual(['confirmTaskTerms']);
    });

    it('to a release that has ended, or that never was, is answered with 200, so that the service stops', async () => {
      rig = await ReleaseRig.start();
      const handle = await release();
      const { taskId } = await rig.status(handle);
      const unknown = urlFor('never-was');

      for (const address of [addressOf(handle), unknown]) {
        const answer = await sendCallback(address, { event: 'task.completed', taskId });
        expect(answer).toEqual({ status: 200, outcome: 'ended' });
      }
    });
  });

  describe('while callbacks arrive', () => {
    it('each sub-step shows in the status, without a look at the service', async () => {
      rig = await ReleaseRig.start({
        minCheckInterval: '1h',
        sandbox: { pace: { ...quickPace, stepMs: HOUR_MS } },
      });
      const handle = await rig.release();
      await rig.waitingForTerms(handle);
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      await rig.reached(handle, ({ stage }) => stage === 'translate', 'it is being translated');
      rig.sandbox.clock.advance(3.5 * HOUR_MS);

      const { progress } = await rig.reached(
        handle,
        (status) => status.stage === 'translate' && (status.progress?.stepIndex ?? 0) >= 3,
        'the third sub-step has been told',
      );
      expect(progress).toMatchObject({ rowsDone: 6, rowsTotal: 6 });
      expect(progress?.step).toBe('kbExtraction');
      expect(rig.sandbox.journal.find({ subject: 'GET /tasks/status' })).toHaveLength(1);
    });
  });

  /** A whole release, its terms confirmed as soon as they are there. */
  async function release(): Promise<ReleaseHandle> {
    const handle = await rig.release();
    await rig.waitingForTerms(handle);
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    await handle.result();
    return handle;
  }

  function addressOf({ workflowId }: ReleaseHandle): string {
    return urlFor(workflowId.split('/').at(-1) ?? '');
  }

  function urlFor(name: string): string {
    const addressee = { kind: 'release' as const, project: rig.project, name };
    return callbackUrl(rig.gateway?.url ?? '', new Secret('sandbox-app-secret'), addressee);
  }

  function counted(outcome: string): Promise<number> {
    return countedBy(rig.gateway?.url ?? '', outcome);
  }

  async function signalsOf(handle: ReleaseHandle): Promise<(string | null | undefined)[]> {
    return eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED').map(
      ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName,
    );
  }
});

describe('the gateway', () => {
  let rig: ReleaseRig;
  beforeEach(async () => {
    rig = await ReleaseRig.start({ config: { operators: operatorsOfBackends } });
  });
  afterEach(() => rig.close());

  const gatewayUrl = (): string => rig.gateway?.url ?? '';

  function addressOf(handle: ReleaseHandle): string {
    const name = handle.workflowId.split('/').at(-1) ?? '';
    const addressee = { kind: 'release' as const, project: rig.project, name };
    return callbackUrl(gatewayUrl(), new Secret('sandbox-app-secret'), addressee);
  }

  async function metrics(): Promise<string> {
    return (await fetch(`${gatewayUrl()}/metrics`)).text();
  }

  function sample(text: string, name: string): number {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return Number(line?.split(' ')[1]);
  }

  describe('the gateway, before a real release', () => {
    itAtNight(
      'turns a thousand repeats of one delivery into one signal, and the release goes on',
      async () => {
        const handle = await rig.release();
        const { taskId } = await rig.waitingForTerms(handle);
        const callback = { event: 'task.completed', taskId, deliveryId: 'dlv_thousand' };
        const signals = async () =>
          eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED').length;
        const before = await signals();

        const statuses = new Set<number>();
        for (let round = 0; round < 20; round += 1) {
          const crowd = Array.from({ length: 50 }, () => sendCallback(addressOf(handle), callback));
          for (const { status } of await Promise.all(crowd)) statuses.add(status);
        }

        expect(statuses).toEqual(new Set([200]));
        expect(await signals()).toBe(before + 1);
        expect(await countedBy(gatewayUrl(), 'repeated')).toBe(999);
        await handle.signal(confirmTermsSignal, { by: 'olga' });
        expect((await handle.result()).state).toBe('done');
      },
    );

    it('is ready, and tells how many releases are in which state, how long a review has waited, and a callback', async () => {
      const handle = await rig.release();
      const { waitingFor, taskId } = await rig.waitingForTerms(handle);
      const mine = `WorkflowId = '${handle.workflowId}' AND LocreleaseWaiting = 'terms'`;
      await until(
        'Temporal finds it waiting',
        async () => (await rig.client.workflow.count(mine)).count === 1,
      );
      for (let time = 0; time < 10; time += 1) {
        await sendCallback(addressOf(handle), { event: 'lqaBatch', taskId });
      }

      expect((await fetch(`${gatewayUrl()}/readyz`)).status).toBe(200);
      const waitedSeconds = (Date.now() - Date.parse(waitingFor?.since ?? '')) / 1000;
      const text = await metrics();

      // Other releases on the same server count too.
      expect(sample(text, 'locrelease_releases{state="waiting"}')).toBeGreaterThanOrEqual(1);
      expect(sample(text, 'locrelease_oldest_review_seconds')).toBeGreaterThanOrEqual(waitedSeconds - 5);
      expect(sample(text, 'locrelease_temporal_up')).toBe(1);
      const states = [...text.matchAll(/^locrelease_releases\{state="(\w+)"\} \d+$/gm)].map(
        ([, state]) => state,
      );
      expect(states).toEqual([...releaseStates]);
      const total = sample(text, 'locrelease_callback_duration_seconds_count');
      expect(total).toBeGreaterThanOrEqual(10);
      expect(sample(text, 'locrelease_callback_duration_seconds_bucket{le="+Inf"}')).toBe(total);
      expect(sample(text, 'locrelease_callback_duration_seconds_sum')).toBeGreaterThan(0);
    });

    it('tells a command that watches how it goes on', async () => {
      const handle = await rig.release();
      await rig.waitingForTerms(handle);
      const requests = jest.spyOn(globalThis, 'fetch');
      const watched = commandAt('over the gateway', rig, [
        'watch',
        handle.workflowId.replace(/^release\//, ''),
      ]);
      const isStatus = ([url]: readonly unknown[]): boolean => String(url).endsWith('/status');
      await until('it watches', () => requests.mock.calls.some(isStatus));
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      expect(await watched).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/ waiting, confirm[^]* done/) as string,
      });
      requests.mockRestore();
    });
  });
});
