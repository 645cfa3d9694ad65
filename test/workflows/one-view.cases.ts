/** However a run ends or stalls, everybody is shown the same, with and without workers. */
import { ReleaseClient } from '../../src/client/releases/release-client';
import type { ReleaseRow } from '../../src/protocol/console-api';
import { ReleaseCensus } from '../../src/gateway/release-census';
import { releaseWorkflowId } from '../../src/domain/release/identity';
import { searchAttributeKeys } from '../../src/domain/search-attributes';
import type { ReleaseView } from '../../src/domain/release/status';
import { confirmTermsSignal } from '../../src/protocol/messages';
import type { localizationRelease } from '../../src/workflows';
import { changedBundle } from '../support/bundle-workflows';
import { until } from '../support/until';
import {
  quickPace,
  reviewOnly,
  withRig,
  type ReleaseHandle,
  type ReleaseRig,
  type RigOptions,
} from './release-rig';
import { concurrentlyAtNight } from '../support/nightly';

const DAY_MS = 86_400_000;

const ownWorker: RigOptions = { ownWorker: true, callbacks: false, minCheckInterval: '200ms' };
const quick: RigOptions = { callbacks: false, minCheckInterval: '200ms' };

const idOf = ({ workflowId }: { workflowId: string }): string => workflowId.replace(/^release\//, '');

function view(rig: ReleaseRig, handle: { workflowId: string }): Promise<ReleaseView> {
  return new ReleaseClient(rig.client).status(idOf(handle), { answerTimeoutMs: 5_000 });
}

async function row(rig: ReleaseRig, handle: ReleaseHandle): Promise<ReleaseRow | undefined> {
  const rows = await new ReleaseClient(rig.client).newest({ project: rig.project }, 100);
  return rows.find(({ id }) => id === idOf(handle));
}

/** What the list says, once Temporal has indexed it. */
async function listed(rig: ReleaseRig, handle: ReleaseHandle, state: string): Promise<void> {
  await until(`the list calls it ${state}`, async () => {
    return (await row(rig, handle))?.state === state;
  });
}

describe('a release that goes on', () => {
  it.concurrent('is shown as it says itself, and with what Temporal knows', () =>
    withRig(quick, async (rig) => {
      const handle = await rig.release(reviewOnly);
      await rig.waitingForTerms(handle);
      const said = await rig.status(handle);
      expect(await view(rig, handle)).toEqual({
        ...said,
        worker: 'present',
        workerProblem: null,
        retrying: null,
        archived: false,
      });
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      await handle.result();
      expect(await view(rig, handle)).toMatchObject({ state: 'done', worker: null, workerProblem: null });
    }),
  );

  concurrentlyAtNight('is listed in a stage that it stays in', () =>
    withRig({ ...quick, sandbox: { pace: { ...quickPace, publishMs: DAY_MS } } }, async (rig) => {
      const handle = await rig.release({
        ...reviewOnly,
        terms: { confirmation: 'automatic' },
        publish: true,
      });
      await until('the list says that it publishes', async () => {
        return (await row(rig, handle))?.stage === 'publish';
      });
      await rig.reached(handle, ({ publishJobId }) => publishJobId !== null, 'its job runs');
      rig.sandbox.clock.advance(DAY_MS);
      expect((await handle.result()).state).toBe('done');
    }),
  );

  it.concurrent('names the call that is repeated, since when, why, and when it is made again', () =>
    withRig(quick, async (rig) => {
      rig.sandbox.faults.add({
        on: 'POST /tasks/create',
        do: 'refuse',
        code: 500,
        message: 'no capacity',
        nth: 'all',
      });
      const handle = await rig.release(reviewOnly);
      const { retrying, state, worker } = await until('the call is made again', async () => {
        const seen = await view(rig, handle);
        return (seen.retrying?.attempt ?? 0) > 2 && seen.retrying?.nextAt !== null && seen;
      });
      expect({ state, worker }).toEqual({ state: 'running', worker: 'present' });
      expect(retrying).toMatchObject({
        call: 'createTask',
        cause: expect.stringContaining('no capacity') as string,
      });
      expect(Date.parse(retrying?.since ?? '')).toBeLessThan(Date.parse(retrying?.nextAt ?? ''));
      const forMs = Date.parse(retrying?.until ?? '') - Date.parse(retrying?.since ?? '');
      expect(Math.round(forMs / 3_600_000)).toBe(24);
      rig.sandbox.faults.clear();
      await rig.fastForward(handle);
      await rig.waitingForTerms(handle);
      expect((await view(rig, handle)).retrying).toBeNull();
    }),
  );

  concurrentlyAtNight('offers only what is possible where a person must decide', () =>
    withRig(quick, async (rig) => {
      rig.sandbox.faults.add({ on: 'work translate', do: 'fail', reason: 'no capacity' });
      const handle = await rig.release({ ...reviewOnly, terms: { scan: false } });
      const { stage } = await rig.parked(handle);
      expect((await view(rig, handle)).problem).toMatchObject({ actions: ['retry', 'abort'] });
      expect(stage).toBe('translate');
    }),
  );
});

describe('without a worker', () => {
  it.concurrent('a release that nobody has begun is shown as running', () =>
    withRig({ ...ownWorker, worker: false }, async (rig) => {
      const handle = await rig.release();
      expect(await view(rig, handle)).toMatchObject({
        state: 'running',
        worker: 'absent',
        workerProblem: `No worker answers on task queue ${rig.taskQueue}. Start one with "locrelease worker".`,
        taskId: null,
      });
      await handle.terminate();
    }),
  );

  it.concurrent('what is known of a review is shown, and it goes on with the next worker', () =>
    withRig(ownWorker, async (rig) => {
      const handle = await rig.release(reviewOnly);
      const before = await rig.waitingForTerms(handle);
      await rig.stopWorker();
      const { worker, state, stage, stages, waitingFor, taskId, languages } = await view(rig, handle);
      expect({ worker, state, stage, taskId, languages }).toEqual({
        worker: 'absent',
        state: 'waiting',
        stage: 'confirm',
        taskId: before.taskId,
        languages: before.languages,
      });
      expect(waitingFor).toMatchObject({ kind: 'terms', since: before.waitingFor?.since });
      expect(stages.map(({ name, state: at }) => [name, at])).toEqual(
        before.stages.map(({ name, state: at }) => [name, at]),
      );
      await rig.startWorker();
      await until('the worker answers', async () => (await view(rig, handle)).worker === 'present');
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      await handle.result();
    }),
  );

  it.concurrent('a cancellation is kept, and the next worker carries it out with who and why', () =>
    withRig(ownWorker, async (rig) => {
      const handle = await rig.release(reviewOnly);
      await rig.waitingForTerms(handle);
      await rig.stopWorker();
      const releases = new ReleaseClient(rig.client);
      const said = { by: 'olga', reason: 'wrong branch' };
      for (const time of ['first', 'second']) {
        const { outcome, done } = await releases.cancel(idOf(handle), said);
        expect([time, outcome, done]).toEqual([
          time,
          'recorded',
          expect.stringMatching(/^No worker answers on task queue .* The request is kept/),
        ]);
      }
      await rig.startWorker();
      const { state, decisions } = await handle.result();
      expect(state).toBe('cancelled');
      expect(decisions).toMatchObject([{ by: 'olga', what: 'cancel', why: 'wrong branch' }]);
    }),
  );

  it('one whose code has changed is shown with the reason, and goes on with its own', () =>
    withRig(ownWorker, async (rig) => {
      const handle = await rig.release(reviewOnly);
      const { taskId } = await rig.waitingForTerms(handle);
      await rig.stopWorker();
      await rig.startWorker({}, changedBundle('unguarded-change'));
      await handle.signal(confirmTermsSignal, { by: 'olga' });
      const { worker, workerProblem, ...seen } = await until('it cannot be replayed', async () => {
        const now = await view(rig, handle);
        return now.worker === 'failing' && now;
      });
      expect(workerProblem).toMatch(
        /^The workers run different code from the code that started this release.*replay/,
      );
      expect({ worker, state: seen.state, taskId: seen.taskId }).toEqual({
        worker: 'failing',
        state: 'waiting',
        taskId,
      });
      const census = (): ReleaseCensus => new ReleaseCensus(rig.client, rig.taskQueue);
      // A reading that takes too long fails, and the next one tells.
      await until('it is counted among those that are stuck', async () => {
        const counted = await census()
          .read()
          .catch(() => null);
        return counted?.stuck?.named.includes(idOf(handle)) ?? null;
      });
      await rig.stopWorker();
      await rig.startWorker({}, process.env.LOCRELEASE_TEST_BUNDLE ?? '');
      await handle.result();
      expect(await view(rig, handle)).toMatchObject({ state: 'done', worker: null });
    }));
});

describe('a run that was ended from outside', () => {
  concurrentlyAtNight('by terminating it has failed, and says why and what was paid for', () =>
    withRig(quick, async (rig) => {
      const handle = await rig.release();
      const { taskId } = await rig.waitingForTerms(handle);
      await handle.terminate('wrong cluster');
      const { state, stage, stages, waitingFor, problem, worker } = await view(rig, handle);
      expect({ state, stage, waitingFor, worker, taskId }).toEqual({
        state: 'failed',
        stage: 'confirm',
        waitingFor: null,
        worker: null,
        taskId,
      });
      expect(stages[2]).toMatchObject({ name: 'confirm', state: 'failed' });
      expect(problem).toMatchObject({ code: 'terminated', actions: [] });
      expect(problem?.message).toBe(
        `It was terminated in Temporal: wrong cluster. Cannot be undone: task ${taskId ?? ''} stays at the service, and nothing of it is translated. To release it after all, start it again: that begins a new task.`,
      );
      await listed(rig, handle, 'failed');
    }),
  );

  it.concurrent('by a timeout of Temporal has failed', () =>
    withRig({ ...ownWorker, worker: false }, async (rig) => {
      const input = await rig.input();
      const handle = await rig.startWorkflow<typeof localizationRelease>('localizationRelease', {
        workflowId: releaseWorkflowId(input.spec),
        taskQueue: rig.taskQueue,
        args: [input],
        workflowExecutionTimeout: '1s',
        typedSearchAttributes: [{ key: searchAttributeKeys.project, value: rig.project }],
      });
      await until('it has timed out', async () => (await handle.describe()).status.name === 'TIMED_OUT');
      expect(await view(rig, handle)).toMatchObject({
        state: 'failed',
        problem: {
          code: 'timed_out',
          message: expect.stringContaining('Nothing had been done yet.') as string,
        },
      });
      await listed(rig, handle, 'failed');
    }),
  );

  concurrentlyAtNight('by cancelling it is cancelled', () =>
    withRig(quick, async (rig) => {
      const handle = await rig.release();
      await rig.waitingForTerms(handle);
      await handle.cancel();
      await handle.result();
      expect(await view(rig, handle)).toMatchObject({ state: 'cancelled', problem: { code: 'cancelled' } });
      await listed(rig, handle, 'cancelled');
    }),
  );
});
