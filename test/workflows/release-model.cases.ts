/**
 * Whatever is said to a release, in any order, with faults, lost workers and fresh histories in between: it keeps its
 * promises at every step, and it can always be brought to an end. `MODEL_RUNS` sets how many sequences are tried;
 * with it, a sequence that breaks a promise is also made shorter.
 */
import { pauseUpdate, resumeUpdate } from '../../src/protocol/messages';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import fc from '../support/fast-check';
import type { History } from '../support/history';
import {
  cancel,
  confirm,
  keepsItsPromises,
  pause,
  releaseCommands,
  ReleaseUnderTest,
  resolve,
  resume,
} from '../support/release-commands';
import { begunWhilePaused, isPaused, newModel, type ReleaseModel } from '../support/release-model';
import { until } from '../support/until';
import { withRig } from './release-rig';
import { isNightly } from '../support/nightly';

const { MODEL_RUNS } = process.env;
const RUNS = Number(MODEL_RUNS ?? (isNightly ? 20 : 2));
const MOST_COMMANDS = 15;
const ENDS_WITHIN_MS = 90_000;
const HOUR_MS = 3_600_000;
const FIRST_TEXT = 'It speaks more languages now.';

/** Each piece of work ends when the sandbox's clock is moved. */
const pace = {
  importMs: 1_000,
  scanMs: 60_000,
  termTranslateMs: 1_000,
  stepMs: 10_000,
  optimizeMs: 10_000,
  publishMs: 60_000,
  targetMs: 60_000,
};

let server: DevServer;
beforeAll(async () => {
  server = await startDevServer({
    binary: await findTemporalBinary({ report: () => undefined }),
    timeSkipping: true,
    settings: ['limit.historyCount.suggestContinueAsNew=40'],
    searchAttributes: searchAttributeTypes,
  });
});
afterAll(() => server.stop());

it(
  'a release keeps its promises, whatever is said to it and whatever goes wrong',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands([releaseCommands], { maxCommands: MOST_COMMANDS, size: 'max' }),
        fc.nat({ max: 9 }),
        fc.boolean(),
        async (commands, stepsBefore, isCancelled) => {
          await withRig({ address: server.address, ownWorker: true, sandbox: { pace } }, async (rig) => {
            const announce = { accounts: ['acc_1', 'acc_2'], platforms: [], text: FIRST_TEXT };
            const real = new ReleaseUnderTest(rig, await rig.release({ announce }));
            const model = newModel(FIRST_TEXT);
            // What is said at the end of a release counts as much as at its beginning.
            for (let done = 0; done < stepsBefore && !model.ended; done += 1) await takeStep(model, real);
            await fc.asyncModelRun(() => ({ model, real }), commands);
            await (isCancelled ? endsByCancel(model, real) : endsByDecisions(model, real));
            expect(begunWhilePaused(await runsOf(real))).toEqual([]);
          });
        },
      ),
      { numRuns: RUNS, endOnFailure: MODEL_RUNS === undefined },
    );
  },
  RUNS * 120_000,
);

/** A request that is refused leaves no event: what a release does because of it cannot be replayed. */
it('a release with a long history does nothing because of a request that it refuses', () =>
  withRig(
    { address: server.address, ownWorker: true, callbacks: false, minCheckInterval: '1h', sandbox: { pace } },
    async (rig) => {
      const real = new ReleaseUnderTest(rig, await rig.release());
      const model = newModel(FIRST_TEXT);
      await until('it has begun', async () => (await real.status()).taskId !== null);
      const runs = new Set<string>();
      // Each of them adds a few events, so that some refusal comes when the history has just become long.
      for (let turn = 0; turn < 16; turn += 1) {
        await (isPaused(model) ? resume(model, real) : pause(model, real));
        await real.calm();
        const { runId } = await real.handle.describe();
        runs.add(runId);
        // Refused, because it is so already.
        const again = isPaused(model)
          ? await real.say(pauseUpdate, { by: 'nobody' })
          : await real.say(resumeUpdate, { by: 'nobody' });
        expect(again.refusal).toMatch(/paused/);
        await real.calm();
        expect((await real.handle.describe()).runId).toBe(runId);
      }
      expect(runs.size).toBeGreaterThan(1);
    },
  ));

async function endsByCancel(model: ReleaseModel, real: ReleaseUnderTest): Promise<void> {
  if (model.ended) return;
  const refusal = await cancel(model, real);
  await hasEnded(real);
  const { state } = await keepsItsPromises(model, real);
  if (refusal === null) expect(state).toBe('cancelled');
}

/** Whoever decides what is asked of them, and waits, sees it end. */
async function endsByDecisions(model: ReleaseModel, real: ReleaseUnderTest): Promise<void> {
  const giveUpAtMs = Date.now() + ENDS_WITHIN_MS;
  for (let last = ''; !model.ended;) {
    if (Date.now() > giveUpAtMs) throw new Error(`it does not end: ${last}`);
    last = await takeStep(model, real, last);
  }
  const { state, problem } = await keepsItsPromises(model, real);
  expect({ state, code: problem?.code }).not.toMatchObject({ code: 'bug' });
  expect(['done', 'partial', 'rejected', 'cancelled', 'failed']).toContain(state);
}

/** Decides what is asked for, or lets time pass; returns where it stood before. */
async function takeStep(model: ReleaseModel, real: ReleaseUnderTest, last = ''): Promise<string> {
  const { rig } = real;
  const status = await keepsItsPromises(model, real);
  const seen = JSON.stringify([status, real.seq]);
  if (model.ended) return seen;
  if (isPaused(model)) await resume(model, real);
  else if (status.waitingFor?.kind === 'terms') await confirm(real);
  else if (status.waitingFor?.kind === 'decision') await skipOrRetry(model, real);
  // It waits for the next check, the next look or the next day.
  else if (seen === last) await rig.fastForward(real.started, 25 * HOUR_MS);
  else rig.sandbox.clock.advance(HOUR_MS / 6);
  await real.calm();
  return seen;
}

async function skipOrRetry(model: ReleaseModel, real: ReleaseUnderTest): Promise<void> {
  const refusal = await resolve(model, real, 'skip');
  if (refusal !== null) await resolve(model, real, 'retry');
}

async function hasEnded(real: ReleaseUnderTest): Promise<void> {
  await until(
    'it has ended',
    async () => (await real.handle.describe()).status.name === 'COMPLETED',
    ENDS_WITHIN_MS,
  );
}

/** Every run of it, the first one first. */
async function runsOf({ rig, started }: ReleaseUnderTest): Promise<History[]> {
  const runs: History[] = [];
  let runId: string | null | undefined = started.firstExecutionRunId;
  while (runId) {
    const history: History = await rig.client.workflow.getHandle(started.workflowId, runId).fetchHistory();
    runs.push(history);
    runId = history.events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return runs;
}
