/** Late languages at a service that tells of them in its own way. */
import { confirmTermsSignal } from '../../src/protocol/messages';
import { mutated } from '../support/mutations';
import { until } from '../support/until';
import { expectDoneOnce } from './invariants';
import { quickPace, withRig } from './release-rig';
import { concurrentlyAtNight, drawn } from '../support/nightly';

const unscanned = { terms: { scan: false } };
const slowSteps = { stepMs: 100 };
const impatient = { callbacks: false, minCheckInterval: '50ms' };
const askForLanguages = 'POST /tasks/supplement-translate';

describe('a supplement', () => {
  it.concurrent('that could not be started, and shows nowhere, is told by its callback', () =>
    withRig({ sandbox: { readings: { 'supplement-failure': 'callback-only' } } }, async (rig) => {
      rig.sandbox.faults.add({ on: 'work supplement-trigger', do: 'fail', reason: 'no capacity left' });
      const handle = await rig.release(unscanned);
      const { stage, problem } = await rig.parked(handle);
      expect({ stage, code: problem?.code }).toEqual({ stage: 'supplement', code: 'supplement_failed' });
      expect(problem?.message).toContain(
        'Adding ko failed. The localization service says: “no capacity left”.',
      );
      expect(problem?.traceIds).toEqual([expect.stringMatching(/^trace_/)]);

      await rig.resolve(handle, 'retry');
      const { state, languages } = await handle.result();
      expect({ state, languages }).toEqual({ state: 'done', languages: ['zh-cn', 'ja', 'ko'] });
    }),
  );

  concurrentlyAtNight('that shows nowhere and of which nobody hears is put before a person', () =>
    withRig(
      {
        callbacks: false,
        skipTime: true,
        sandbox: { readings: { 'supplement-failure': 'callback-only' } },
      },
      async (rig) => {
        rig.sandbox.faults.add({ on: 'work supplement-trigger', do: 'fail' });
        const handle = await rig.release(unscanned);
        const { problem } = await rig.parked(handle);
        expect(problem?.code).toBe('supplement_unseen');
        expect(problem?.message).toMatch(
          /accepted ko as job supplement_translate_\S+\. .*\nretry: They are translated: go on\. .*\nskip: Go on without/,
        );
        await rig.resolve(handle, 'skip');
        expect((await handle.result()).languages).toEqual(['zh-cn', 'ja']);
      },
    ),
  );

  it.concurrent.each(drawn(['unlisted', 'unlisted-late'] as const, 1, 1))(
    'whose job is %s has ended when its texts are there, and no sooner',
    (reading) =>
      withRig({ sandbox: { readings: { 'supplement-jobs': reading }, pace: slowSteps } }, async (rig) => {
        const handle = await rig.release({});
        await handle.signal(confirmTermsSignal, { by: 'olga' });
        await handle.result();
        const [ended] = rig.sandbox.journal.find({ subject: 'supplement completed' });
        const [published] = rig.sandbox.journal.find({ subject: 'POST /tasks/publish' });
        expect(ended?.seq).toBeLessThan(published?.seq ?? 0);
        await expectDoneOnce(rig.sandbox, await rig.status(handle));
      }),
  );

  it.concurrent.each(
    drawn(
      [
        ['', { pace: slowSteps }, true],
        [', though the task has the languages at once and nobody is called back', { pace: quickPace }, false],
      ],
      1,
      2,
    ),
  )(
    'whose reply names its languages and no job is waited for like any other%s',
    (_when, sandbox, callbacks) =>
      withRig(
        {
          sandbox,
          callbacks,
          alter: (endpoint, text) =>
            endpoint === askForLanguages ? text.replace(/"job_id":"[^"]*",/, '') : text,
        },
        async (rig) => {
          const handle = await rig.release(unscanned);
          const { state, languages } = await handle.result();
          expect({ state, languages }).toEqual({ state: 'done', languages: ['zh-cn', 'ja', 'ko'] });
          const [ended] = rig.sandbox.journal.find({ subject: 'supplement completed' });
          const [published] = rig.sandbox.journal.find({ subject: 'POST /tasks/publish' });
          expect(ended?.seq).toBeLessThan(published?.seq ?? 0);
          expect(rig.sandbox.journal.find({ subject: askForLanguages })).toHaveLength(1);
        },
      ),
  );

  it.concurrent.each(
    drawn(
      [
        ['', []],
        [
          ', though that of the translation comes after it has begun',
          [{ on: 'callback task.completed', do: 'reorder' as const }],
        ],
      ],
      1,
      1,
    ),
  )('that is told by nothing but a callback without a known trace id ends with it%s', (_when, faults) =>
    withRig(
      {
        sandbox: { readings: { 'supplement-jobs': 'unlisted' }, pace: slowSteps },
        alter: (_endpoint, text) => mutated(text, 'no envelope') ?? text,
      },
      async (rig) => {
        for (const fault of faults) rig.sandbox.faults.add(fault);
        const handle = await rig.release(unscanned);
        const { state, languages } = await handle.result();
        expect({ state, languages }).toEqual({ state: 'done', languages: ['zh-cn', 'ja', 'ko'] });
        const [ended] = rig.sandbox.journal.find({ subject: 'supplement completed' });
        const [published] = rig.sandbox.journal.find({ subject: 'POST /tasks/publish' });
        expect(ended?.seq).toBeLessThan(published?.seq ?? 0);
      },
    ),
  );

  it.concurrent(
    'whose job is unlisted, and of which nobody hears, ends with the rows that it had to do',
    () => {
      let isDone = (): boolean => false;
      /** On a slow machine all may be done before the release looks: the first reply shows rows that are left. */
      let shown = 0;
      return withRig(
        {
          ...impatient,
          sandbox: { readings: { 'supplement-jobs': 'unlisted' }, pace: slowSteps },
          alter: (endpoint, text) => {
            if (endpoint !== 'GET /tasks/status' || !text.includes('"ko"')) return text;
            shown += 1;
            return shown === 1 || !isDone() ? text.replace(/"rows_done":\d+/, '"rows_done":1') : text;
          },
        },
        async (rig) => {
          const { sandbox } = rig;
          isDone = () => sandbox.journal.find({ subject: 'supplement completed' }).length > 0;
          const handle = await rig.release(unscanned);
          const { state, languages } = await handle.result();
          expect({ state, languages }).toEqual({ state: 'done', languages: ['zh-cn', 'ja', 'ko'] });
          const [ended] = sandbox.journal.find({ subject: 'supplement completed' });
          const [published] = sandbox.journal.find({ subject: 'POST /tasks/publish' });
          expect(ended?.seq).toBeLessThan(published?.seq ?? 0);
        },
      );
    },
  );

  it.concurrent('that left a part of a language behind is not taken as done after a retry', () =>
    withRig({ sandbox: { readings: { 'supplement-failure': 'partial-rows' } } }, async (rig) => {
      rig.sandbox.faults.add({ on: 'work supplement', do: 'fail' });
      const handle = await rig.release(unscanned);
      expect((await rig.parked(handle)).problem?.code).toBe('supplement_failed');
      await rig.resolve(handle, 'retry');
      const { problem } = await rig.reached(
        handle,
        (status) => status.problem?.code === 'supplement_skipped',
        'it tells that the retry did nothing',
      );
      expect(problem?.message).toContain('did not translate ko again');
      await rig.resolve(handle, 'skip');
      expect((await handle.result()).languages).toEqual(['zh-cn', 'ja']);
    }),
  );

  concurrentlyAtNight(
    'whose reply was lost is not asked for again because other translations are listed',
    () =>
      withRig(
        { callbacks: false, skipTime: true, sandbox: { readings: { 'supplement-jobs': 'unlisted-late' } } },
        async (rig) => {
          rig.sandbox.faults.add({ on: askForLanguages, do: 'lose-reply' });
          const handle = await rig.release(unscanned);
          expect((await rig.parked(handle)).problem?.code).toBe('outcome_unknown');
          expect(rig.sandbox.journal.find({ subject: askForLanguages })).toHaveLength(1);
          await rig.resolve(handle, 'skip');
          await handle.result();
        },
      ),
  );

  it.concurrent('whose reply was lost, and which is at work when it is asked for again, is waited for', () =>
    withRig({ ...impatient, config: { assumptions: { 'supplement-jobs': 'unlisted' } } }, async (rig) => {
      const { faults, journal, localization } = rig.sandbox;
      faults.add({ on: askForLanguages, do: 'lose-reply' });
      const handle = await rig.release({ ...unscanned, announce: undefined });
      const { problem, taskId } = await rig.parked(handle);
      expect(problem?.code).toBe('outcome_unknown');
      await until('it has a translation', () => journal.find({ subject: 'supplement completed' }).length > 0);

      const task = localization.project('sandbox').tasks.get(taskId ?? '');
      if (task === undefined) throw new Error('the sandbox has lost the task');
      task.status = 'running';
      await rig.resolve(handle, 'retry');
      const looks = (): number => journal.find({ subject: 'GET /tasks/status' }).length;
      await until('it is asked for again', () => journal.find({ subject: askForLanguages }).length === 2);
      const before = looks();
      await until('it is looked at twice', () => looks() >= before + 2);
      expect((await rig.status(handle)).stage).toBe('supplement');

      task.status = 'completed';
      const { state, languages } = await handle.result();
      expect({ state, languages }).toEqual({ state: 'done', languages: ['zh-cn', 'ja', 'ko'] });
      expect((await rig.status(handle)).warnings).toEqual([
        expect.stringContaining('counts them as released'),
      ]);
    }),
  );
});
