import type { ReleaseStatus } from '../../src/domain/release/status';
import { callbackSignal, confirmTermsSignal, resolveUpdate } from '../../src/protocol/messages';
import { postLooksLike, publishLooksLike, taskLooksLike, type TaskView } from '../support/other-answer';
import { until } from '../support/until';
import { expectDoneOnce } from './invariants';
import { quickPace, ReleaseRig, reviewOnly, type ReleaseHandle } from './release-rig';
import { drawn, itAtNight } from '../support/nightly';

const HOUR_MS = 3_600_000;
const automatic = { terms: { confirmation: 'automatic' as const } };
const notScanned = { terms: { scan: false } };

let rig: ReleaseRig;
afterEach(() => rig.close());

const startRig = (pace: Partial<typeof quickPace> = {}) =>
  ReleaseRig.start({
    callbacks: false,
    minCheckInterval: '100ms',
    sandbox: { pace: { ...quickPace, ...pace } },
  });

describe('how the scan and Smart Optimization ended', () => {
  const noteOf = ({ stages }: ReleaseStatus, name: string) =>
    stages.find((stage) => stage.name === name)?.note;

  it('is told of a release whose terms nobody reviews', async () => {
    rig = await startRig();
    const handle = await rig.release({ ...reviewOnly, ...automatic });
    await handle.result();
    const status = await rig.status(handle);
    expect(noteOf(status, 'scan')).toMatch(/^The scan is completed, with \d+ terms?\.$/);
    expect(noteOf(status, 'translate')).toMatch(/^Smart Optimization /);
    expect(status.warnings).toEqual([]);
  });

  it('is a warning where the scan failed, and none of it holds up a release that cannot read it', async () => {
    rig = await startRig();
    const data = { task_id: 'task_1', scan_status: 'failed', page: 1, page_size: 1, total: 0, items: [] };
    const body = JSON.stringify({ success: true, code: 0, msg: 'ok', trace_id: 't', data });
    const takeBack = rig.sandbox.faults.add({
      on: 'GET /tasks/terms',
      do: 'garbage',
      status: 200,
      nth: 'all',
      body,
    });
    const failed = await rig.release({ ...reviewOnly, ...automatic });
    await failed.result();
    const { warnings } = await rig.status(failed);
    expect(warnings).toEqual([expect.stringContaining('The term scan failed at the service.')]);
    takeBack();
    rig.sandbox.faults.add({ on: 'GET /tasks/terms', do: 'refuse', code: 500, nth: 'all' });
    const unread = await rig.release({ ...reviewOnly, ...automatic });
    await unread.result();
    const status = await rig.status(unread);
    expect([status.state, noteOf(status, 'scan')]).toEqual(['done', undefined]);
  });
});

describe('a task status', () => {
  it('on the way is waited on and shown, whether anybody knows it or not', async () => {
    const seen: [TaskView, object][] = [
      [{ status: 'pending' }, { stage: 'scan' }],
      [{ status: 'importing' }, { stage: 'scan' }],
      [{ status: 'scanning' }, { stage: 'scan' }],
      [{ status: 'reconsidering' }, { stage: 'scan' }],
      [{ status: 'term_translating' }, { stage: 'scan' }],
      [
        { status: 'running', current_step: 'lqaBatch', progress: { rows_done: 2, rows_total: 6 } },
        { stage: 'translate', progress: { step: 'lqaBatch', stepIndex: 5, rowsDone: 2, rowsTotal: 6 } },
      ],
      [{ status: 'running', current_step: 'rephrasing' }, { stage: 'translate' }],
      [{ status: 'optimizing', current_step: 'lqaBatch' }, { stage: 'translate' }],
    ];
    rig = await startRig();
    let takeBack = rig.sandbox.faults.add(taskLooksLike({ status: 'pending' }));
    const handle = await rig.release(automatic);
    for (const [view, status] of seen) {
      takeBack();
      takeBack = rig.sandbox.faults.add(taskLooksLike(view));
      const step = view.status === 'running' ? view.current_step : view.status;
      expect(await shown(handle, step)).toMatchObject({ state: 'running', problem: null, ...status });
    }

    takeBack();
    await handle.result();
    await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
  });

  itAtNight('that nobody knows is waited on during the translation too', async () => {
    rig = await startRig();
    const takeBack = rig.sandbox.faults.add(taskLooksLike({ status: 'reconsidering' }));
    const handle = await rig.release(notScanned);
    expect(await shown(handle, 'reconsidering')).toMatchObject({ stage: 'translate', state: 'running' });
    takeBack();
    await handle.result();
    await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
  });

  itAtNight('of waiting_confirmation asks an operator', async () => {
    rig = await startRig();
    const handle = await rig.release();
    expect(await rig.waitingForTerms(handle)).toMatchObject({ stage: 'confirm', state: 'waiting' });
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    await handle.result();
    await expectDoneOnce(rig.sandbox, await rig.status(handle));
  });

  it.each(
    drawn(
      [
        ['scan', automatic, 'the sheet could not be read', 422, 'during the term scan'],
        ['translate', notScanned, 'the model gave no answer', 502, 'during the translation'],
      ],
      1,
      2,
    ),
  )('of failed in %s parks the release with reason and code', async (work, file, reason, code, when) => {
    rig = await startRig();
    rig.sandbox.faults.add({ on: `work ${work}`, do: 'fail', reason, code });
    const handle = await rig.release(file);
    const { stage, problem, taskId } = await rig.parked(handle);
    expect({ stage, code: problem?.code }).toEqual({ stage: work, code: 'task_failed' });
    expect(problem?.message).toContain(
      `The task failed ${when}. The localization service says: “${reason} (${code})”.`,
    );
    expect(problem?.message).toContain('The task is kept at the service.');
    expect(taskId).not.toBeNull();

    await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'abort' }] });
    expect(await handle.result()).toMatchObject({ state: 'failed', problem: { code: 'task_failed' } });
  });

  itAtNight('of failed that gives no reason still parks it', async () => {
    rig = await startRig();
    rig.sandbox.faults.add(taskLooksLike({ status: 'failed', is_failed: true }));
    const handle = await rig.release(automatic);
    const { problem } = await rig.parked(handle);
    expect(problem?.message).toContain('The localization service gave no reason.');
  });
});

describe('what else a service may say', () => {
  it('a publish status and a target status that nobody knows are waited on', async () => {
    rig = await startRig();
    rig.sandbox.faults.add({ ...publishLooksLike('verifying'), nth: [1, 2, 3, 4, 5] });
    rig.sandbox.faults.add({ ...postLooksLike('in_review'), nth: [1, 2] });
    const handle = await rig.release(automatic);
    await handle.result();
    const status = await rig.status(handle);
    expect(status.warnings).toContainEqual(expect.stringContaining('"verifying" of the publish job'));
    await expectDoneOnce(rig.sandbox, status, { confirmed: false });
  });

  it('a scan that was skipped needs no operator, and the decision says whose it was', async () => {
    rig = await startRig();
    await (await rig.release(automatic)).result();
    const handle = await rig.release();
    const { state, decisions } = await handle.result();
    expect(state).toBe('done');
    expect(decisions).toMatchObject([
      {
        by: 'localization service',
        what: 'confirm terms',
        why: expect.stringContaining('skipped the scan') as string,
      },
    ]);
  });

  itAtNight('a Smart Optimization that failed leaves the translation usable', async () => {
    rig = await startRig();
    rig.sandbox.faults.add({ on: 'work optimize', do: 'fail', reason: 'no capacity' });
    const handle = await rig.release(automatic);
    await handle.result();
    const status = await rig.status(handle);
    expect(status.warnings).toEqual([expect.stringContaining('Smart Optimization failed')]);
    await expectDoneOnce(rig.sandbox, status, { confirmed: false });
  });
});

it('a task that is over when its scan is read is not waited for again', async () => {
  // No look comes by itself within the hour.
  rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '1h', sandbox: { pace: quickPace } });
  const handle = await rig.release({ ...reviewOnly, ...automatic });
  const { taskId } = await rig.reached(handle, ({ stage }) => stage === 'scan', 'the scan is waited for');
  const { tasks } = rig.sandbox.localization.project('sandbox');
  await until('it is translated', () => tasks.get(taskId ?? '')?.status === 'completed');
  await handle.signal(callbackSignal, { deliveryId: 'd-1', event: 'task.completed', taskId: taskId ?? '' });
  await rig.reached(handle, ({ state }) => state === 'done', 'it is done');
});

describe('while it runs, without callbacks', () => {
  it('a translation shows its sub-step and rows, and a supplement its own', async () => {
    rig = await startRig({ stepMs: HOUR_MS });
    const handle = await rig.release(automatic);
    const atStep = (stage: string, step: number) =>
      rig.reached(
        handle,
        (status) => status.stage === stage && status.progress?.stepIndex === step,
        `${stage} is at sub-step ${step}`,
      );
    await atStep('translate', 1);
    rig.sandbox.clock.advance(HOUR_MS);
    expect((await atStep('translate', 2)).progress).toMatchObject({ rowsTotal: 6 });
    rig.sandbox.clock.advance(6 * HOUR_MS);
    await atStep('supplement', 1);
    rig.sandbox.clock.advance(HOUR_MS);
    expect((await atStep('supplement', 2)).progress).toMatchObject({ rowsTotal: 3 });
  });
});

function shown(handle: ReleaseHandle, step: string | undefined): Promise<ReleaseStatus> {
  return rig.reached(handle, ({ progress }) => progress?.step === step, `${step ?? ''} is shown`);
}
