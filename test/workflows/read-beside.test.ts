/** What a call reads beside its own work saves a call of its own; where it cannot be read so, nothing is lost. */
import { confirmTermsSignal, pauseUpdate, resumeUpdate } from '../../src/protocol/messages';
import { activitiesOf } from '../support/history';
import { until } from '../support/until';
import { expectDoneOnce } from './invariants';
import { quickPace, reviewOnly, withRig, type RigOptions } from './release-rig';

const quick: RigOptions = { callbacks: false, minCheckInterval: '200ms' };

describe('the terms', () => {
  it.concurrent('that the look at the scan could not read are read when the review begins', () =>
    withRig(quick, async (rig) => {
      rig.sandbox.faults.add({ on: 'GET /tasks/terms', do: 'refuse', code: 403, nth: 1 });
      const handle = await rig.release(reviewOnly);
      const { terms, warnings } = await rig.waitingForTerms(handle);
      expect({ total: terms?.total, warnings }).toEqual({ total: 2, warnings: [] });
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      expect((await handle.result()).told?.['review.waiting']).toBe(1);
      const calls = activitiesOf(await handle.fetchHistory());
      expect(calls.filter((call) => call === 'snapshotTerms')).toHaveLength(1);
    }),
  );

  it.concurrent('give people all their time, however long they were looked for', () =>
    withRig({ ...quick, sandbox: { pace: { ...quickPace, scanMs: 500 } } }, async (rig) => {
      rig.sandbox.faults.add({ on: 'GET /tasks/terms', do: 'delay', ms: 3000, nth: 1 });
      const handle = await rig.release({ ...reviewOnly, terms: { deadline: '1 hour' } });
      const { waitingFor } = await rig.waitingForTerms(handle);
      const [read] = rig.sandbox.journal.find({ subject: 'GET /tasks/terms' });
      const readAtMs = Date.parse(read?.at ?? '');
      expect(Date.parse(waitingFor?.dueAt ?? '') - readAtMs).toBeGreaterThanOrEqual(3_600_000 + 2900);
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      await handle.result();
    }),
  );

  it.concurrent('are read anew where the release was paused since they were', () =>
    withRig({ ...quick, sandbox: { pace: { ...quickPace, scanMs: 2000 } } }, async (rig) => {
      rig.sandbox.faults.add({ on: 'GET /tasks/terms', do: 'delay', ms: 1000, nth: 1 });
      const handle = await rig.release(reviewOnly);
      const termReads = () => rig.sandbox.journal.find({ subject: 'GET /tasks/terms' });
      await until('the look reads the terms', () => termReads().length === 1);
      await handle.executeUpdate(pauseUpdate, { args: [{ by: 'olga', reason: 'holiday' }] });
      await rig.reached(handle, ({ problem }) => problem?.code === 'paused', 'it is paused');
      await handle.executeUpdate(resumeUpdate, { args: [{ by: 'olga' }] });
      await rig.waitingForTerms(handle);
      expect(termReads()).toHaveLength(2);
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      expect((await handle.result()).state).toBe('done');
    }),
  );
});

describe('a post', () => {
  it.concurrent(
    'that could not be looked at when it was handed over is looked at later, and not sent again',
    () =>
      withRig(quick, async (rig) => {
        rig.sandbox.faults.add({ on: 'GET /posts/{postId}', do: 'refuse', code: 403, nth: 1 });
        const handle = await rig.release({ terms: { confirmation: 'automatic' } });
        expect((await handle.result()).state).toBe('done');
        await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
        const calls = activitiesOf(await handle.fetchHistory());
        expect(calls.slice(calls.indexOf('publishPost'))).toEqual([
          'publishPost',
          'readPost',
          'keepManifest',
        ]);
      }),
  );

  it.concurrent('that takes longer than the first look is waited for', () =>
    withRig({ ...quick, sandbox: { pace: { ...quickPace, targetMs: 1500 } } }, async (rig) => {
      const handle = await rig.release({ terms: { confirmation: 'automatic' } });
      expect((await handle.result()).state).toBe('done');
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
      expect(activitiesOf(await handle.fetchHistory())).toContain('readPost');
    }),
  );
});
