/** What a service allows one credential holds for all workers together, as the service itself counts. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { builtModule } from '../support/built-sources';
import { eventsOf } from '../support/history';
import { workersOfRole } from '../../src/temporal/task-queue';
import { until } from '../support/until';
import { ReleaseRig, reviewOnly, type ReleaseHandle } from './release-rig';

const MOST = 10;
/** Requests are spaced where they are sent, and counted where they arrive: on a busy machine, later and closer together. */
const ON_THE_WAY_SECONDS = 2;
/** Long enough to tell a rate from what was on its way. */
const SPAN_SECONDS = 5;

let rig: ReleaseRig;
const workers: { child: ChildProcess; exit: Promise<unknown> }[] = [];
beforeEach(async () => {
  rig = await ReleaseRig.start({
    worker: false,
    ownWorker: true,
    callbacks: false,
    minCheckInterval: '50ms',
    config: { limits: { localization: `${MOST} per second` } },
  });
});
afterEach(async () => {
  for (const { child } of workers) child.kill('SIGTERM');
  await Promise.all(workers.splice(0).map(({ exit }) => exit));
  await rig.close();
});

function startWorkerProcess(): void {
  const child = spawn(process.execPath, [builtModule('src/cli/main'), 'worker'], {
    env: {
      PATH: process.env.PATH ?? '',
      ...rig.env({
        LOCRELEASE_CONFIG: rig.configFile,
        TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
      }),
    },
    stdio: 'ignore',
  });
  workers.push({ child, exit: once(child, 'exit') });
}

it('two workers together send no more than the limit, and more than the part of one', async () => {
  startWorkerProcess();
  startWorkerProcess();
  await until(
    'both ask for work',
    async () => (await workersOfRole(rig.client, rig.taskQueue, 'calls')).size === 2,
  );
  const handles = await Promise.all(Array.from({ length: 12 }, () => rig.release(reviewOnly)));
  await Promise.all(handles.map((handle) => rig.waitingForTerms(handle)));

  const times = rig.sandbox.journal
    .find({ kind: 'request', service: 'localization' })
    .map(({ at }) => Date.parse(at));
  const counts = times.map(
    (fromMs) => times.filter((atMs) => atMs >= fromMs && atMs < fromMs + SPAN_SECONDS * 1_000).length,
  );
  const busiest = Math.max(...counts);
  expect(busiest).toBeLessThanOrEqual(MOST * (SPAN_SECONDS + ON_THE_WAY_SECONDS));
  // More than one of them may send alone.
  expect(busiest).toBeGreaterThan((MOST / 2) * SPAN_SECONDS);
  expect(await doersOf(handles)).toHaveLength(2);
  for (const handle of handles) await handle.terminate('enough');
});

/** The workers that made calls for these releases. */
async function doersOf(handles: readonly ReleaseHandle[]): Promise<string[]> {
  const identities = new Set<string>();
  for (const handle of handles)
    for (const { activityTaskStartedEventAttributes: start } of eventsOf(
      await handle.fetchHistory(),
      'EVENT_TYPE_ACTIVITY_TASK_STARTED',
    ))
      identities.add(start?.identity ?? '');
  return [...identities];
}
