import { releaseWorkflowId } from '../../src/domain/release/identity';
import { confirmTermsSignal } from '../../src/protocol/messages';
import { taskFailuresOf } from '../support/task-failures';
import { until } from '../support/until';
import {
  quickPace,
  ReleaseRig,
  reviewOnly,
  withRig,
  type ReleaseHandle,
  type RigOptions,
} from './release-rig';
import { drawn, itAtNight } from '../support/nightly';

const DAY_MS = 86_400_000;
/** End when the sandbox's clock is moved. */
const slowScan = { ...quickPace, scanMs: DAY_MS / 2 };
const slowTranslation = { ...quickPace, stepMs: DAY_MS / 24 };

describe('the signals of an operator, sent by name', () => {
  let rig: ReleaseRig;
  afterEach(() => rig.close());

  const start = async (options: RigOptions = {}): Promise<void> => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ...options });
  };
  /** As somebody has it who knows the name of the release, and nothing of our code. */
  const plain = (handle: ReleaseHandle) => rig.client.workflow.getHandle(handle.workflowId);
  const confirmations = () => rig.sandbox.journal.find({ subject: 'POST /tasks/confirm-terms' });

  it.each(
    drawn<[string, unknown[], { by: string; why: string | null }]>(
      [
        ['without an argument', [], { by: 'unnamed', why: null }],
        ['with null', [null], { by: 'unnamed', why: null }],
        ['with a name', [{ by: 'olga' }], { by: 'olga', why: null }],
        ['with name and comment', [{ by: 'olga', comment: 'fine' }], { by: 'olga', why: 'fine' }],
        ['with more than is asked for', [{ by: 'olga', mood: 7 }], { by: 'olga', why: null }],
      ],
      1,
      1,
    ),
  )('confirm %s', async (_how, args, decision) => {
    await start();
    const handle = await rig.release(reviewOnly);
    await rig.waitingForTerms(handle);
    await plain(handle).signal('confirmTerms', ...args);
    const { state, decisions } = await handle.result();
    expect(state).toBe('done');
    expect(decisions).toMatchObject([{ what: 'confirm terms', ...decision }]);
    expect(confirmations()).toHaveLength(1);
  });

  itAtNight('reject with the reason', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    await rig.waitingForTerms(handle);
    await plain(handle).signal('rejectTerms', { by: 'ivan', reason: 'Mira is a man' });
    const { state, decisions, problem } = await handle.result();
    expect([state, problem?.code]).toEqual(['rejected', 'rejected']);
    expect(decisions).toMatchObject([{ by: 'ivan', what: 'reject terms', why: 'Mira is a man' }]);
    expect(confirmations()).toEqual([]);
  });

  it('are remembered where they come before the scan has ended', async () => {
    await start({ sandbox: { pace: slowScan } });
    const confirmed = await rig.release(reviewOnly);
    const rejected = await rig.release(reviewOnly);
    for (const handle of [confirmed, rejected]) {
      await rig.reached(handle, ({ stage }) => stage === 'scan', 'the scan goes on');
    }
    await plain(confirmed).signal('confirmTerms', { by: 'olga' });
    await plain(rejected).signal('rejectTerms', { by: 'ivan', reason: 'not this month' });
    rig.sandbox.clock.advance(DAY_MS);
    expect(await confirmed.result()).toMatchObject({ state: 'done', decisions: [{ by: 'olga' }] });
    expect(await rejected.result()).toMatchObject({ state: 'rejected', decisions: [{ by: 'ivan' }] });
    expect(confirmations()).toHaveLength(1);
  });

  it('are remembered where they come before any worker has seen the release', async () => {
    await start({ worker: false });
    const handle = await rig.release(reviewOnly);
    await plain(handle).signal('confirmTerms', { by: 'olga' });
    await rig.startWorker();
    expect(await handle.result()).toMatchObject({ state: 'done', decisions: [{ by: 'olga' }] });
  });

  it('can start the release that they speak to', async () => {
    await start();
    const input = await rig.input(reviewOnly);
    const handle = await rig.client.workflow.signalWithStart('localizationRelease', {
      workflowId: releaseWorkflowId(input.spec),
      taskQueue: rig.taskQueue,
      args: [input],
      signal: 'rejectTerms',
      signalArgs: [{ by: 'ivan', reason: 'too soon' }],
    });
    expect(await handle.result()).toMatchObject({ state: 'rejected', decisions: [{ why: 'too soon' }] });
  });

  it('end the release when they reject, even where the service then asks nobody', async () => {
    await start();
    const first = await rig.release(reviewOnly);
    await plain(first).signal('confirmTerms');
    await first.result();
    const second = await rig.release(reviewOnly);
    await plain(second).signal('rejectTerms', { by: 'ivan', reason: 'not this one' });
    expect(await second.result()).toMatchObject({ state: 'rejected', decisions: [{ why: 'not this one' }] });
  });

  it('count once: the first decision stands', async () => {
    await start({ sandbox: { pace: slowTranslation } });
    const handle = await rig.release(reviewOnly);
    await rig.waitingForTerms(handle);
    await plain(handle).signal('confirmTerms', { by: 'olga' });
    await plain(handle).signal('rejectTerms', { by: 'ivan', reason: 'no' });
    await plain(handle).signal('confirmTerms', { by: 'ivan' });
    await rig.reached(handle, ({ stage }) => stage === 'translate', 'the translation goes on');
    await plain(handle).signal('rejectTerms', { by: 'ivan', reason: 'still no' });
    rig.sandbox.clock.advance(DAY_MS);
    const { state, decisions } = await handle.result();
    expect(state).toBe('done');
    expect(decisions).toMatchObject([{ by: 'olga', what: 'confirm terms' }]);
    expect(confirmations()).toHaveLength(1);
  });

  it('are ignored where they are malformed, and the release goes on', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    const { terms } = await rig.waitingForTerms(handle);
    const malformed: unknown[] = [
      0,
      42,
      'olga',
      '',
      'x'.repeat(100_000),
      true,
      [],
      [{ by: 'olga', reason: 'in a list' }],
      { by: 7, reason: 7 },
      { by: '' },
      { by: '   ', reason: 'who?' },
      { by: 'x'.repeat(101), reason: 'a long name' },
      { comment: ['fine'], reason: ['no'] },
      { comment: 'x'.repeat(2001), reason: 'x'.repeat(2001) },
    ];
    for (const payload of malformed) {
      await plain(handle).signal('confirmTerms', payload);
      await plain(handle).signal('rejectTerms', payload);
    }
    await plain(handle).signal('rejectTerms');
    await plain(handle).signal('rejectTerms', null);
    await plain(handle).signal('rejectTerms', { by: 'ivan' });
    await plain(handle).signal('rejectTerms', { by: 'ivan', reason: '' });
    await plain(handle).signal('noSuchSignal', { by: 'ivan' });
    await plain(handle).signal('callback', 'not a callback');
    await plain(handle).signal('publishTurn', { anything: true });

    await until('every signal is taken', async () => {
      const events = (await handle.fetchHistory()).events ?? [];
      const last = events.findLastIndex((event) => event.workflowExecutionSignaledEventAttributes);
      return events.slice(last).some((event) => event.workflowTaskCompletedEventAttributes);
    });
    expect(await rig.status(handle)).toMatchObject({ state: 'waiting', terms, decisions: [] });
    await plain(handle).signal('confirmTerms', { by: 'olga' });
    expect(await handle.result()).toMatchObject({ state: 'done', decisions: [{ by: 'olga' }] });
    expect(await taskFailuresOf(handle)).toEqual([]);
  });
});

it('a list of which the service gave nothing, though it told of terms, waits for a person', () =>
  withRig(
    {
      alter: (endpoint, text) =>
        endpoint === 'GET /tasks/terms' ? text.replace(/"items":\[.*\](?=,"|\})/, '"items":[]') : text,
    },
    async (rig) => {
      const handle = await rig.release({});
      const { warnings } = await rig.waitingForTerms(handle);
      expect(warnings.join('\n')).toMatch(/told of [1-9]\d* terms and gave 0/);
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      expect((await handle.result()).state).toBe('done');
    },
  ));
