/** What releases cost in processor time, beside a bare worker that has Temporal do the same number of empty things. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventCount, eventsOf, type History } from '../../test/support/history';
import type { BareWork, bareRelease } from './bare-temporal/workflow';
import { historyBytes } from './billed';
import { inLanes, cpuMs, median, printTable } from './figures';
import { startProduct, type Product } from './product';
import { LANES, laneProjects, quickServices, runWholeRelease } from './rate';

const ROUNDS = 3;
const RELEASES = 40;
const WANTED_RATIO = 2;

export async function benchCpu(): Promise<boolean> {
  const product = await startProduct({ callbacks: true, projects: laneProjects, sandbox: quickServices });
  const bareWorker = fork(join(__dirname, 'bare-temporal/worker.ts'), [product.server.address]);
  try {
    await once(bareWorker, 'message');
    const runReleases = (round: string, count: number): Promise<void> =>
      inLanes({ count, lanes: LANES }, (index, lane) => runWholeRelease(product, `${round}-${index}`, lane));
    const runBare = (round: string, count: number, work: BareWork): Promise<void> =>
      inLanes({ count, lanes: LANES }, (index) => runBareRelease(product, `${round}-${index}`, work));

    // The first ones also pay for what is compiled and opened once.
    await runReleases('first', LANES);
    const history = await product.client.workflow.getHandle('release/default/first-0').fetchHistory();
    const work = workIn(history);
    const callsAlone = { ...work, timers: 0, signals: 0 };
    await runBare('first', LANES, work);

    const { server, workerPid, gatewayPid } = product;
    const pids = [workerPid, gatewayPid, server.pid];
    const barePids = [bareWorker.pid ?? 0, server.pid];
    const rounds: Record<'ours' | 'bare' | 'calls', number[]>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        ours: await taken(pids, () => runReleases(`round-${round}`, RELEASES)),
        bare: await taken(barePids, () => runBare(`bare-${round}`, RELEASES, work)),
        calls: await taken(barePids, () => runBare(`calls-${round}`, RELEASES, callsAlone)),
      });
    }
    const each = (of: (round: (typeof rounds)[number]) => number | undefined): number =>
      median(rounds.map((round) => of(round) ?? Number.NaN));
    const unit = 'ms';
    return printTable(
      `Processor time of a whole release, of which ${LANES} run at once: median of ${ROUNDS} rounds of ${RELEASES}.\n` +
        `The bare worker does ${work.activities} empty activities, ${work.timers} timers and ${work.signals} signals.`,
      [
        { what: 'a release: events in its history', value: eventCount(history), unit: '' },
        { what: 'a release: its history', value: historyBytes(history) / 1000, unit: 'kB', digits: 1 },
        { what: 'a release: worker', value: each(({ ours }) => ours[0]), unit },
        { what: 'a release: gateway', value: each(({ ours }) => ours[1]), unit },
        { what: 'a release: Temporal', value: each(({ ours }) => ours[2]), unit },
        { what: 'bare: worker', value: each(({ bare }) => bare[0]), unit },
        { what: 'bare: Temporal', value: each(({ bare }) => bare[1]), unit },
        {
          what: 'a release, beside bare',
          value: each(({ ours, bare }) => sumOf(ours) / sumOf(bare)),
          unit: 'times',
          digits: 2,
          atMost: WANTED_RATIO,
        },
        {
          what: 'a release, beside its empty activities alone',
          value: each(({ ours, calls }) => sumOf(ours) / sumOf(calls)),
          unit: 'times',
          digits: 2,
          atMost: WANTED_RATIO,
        },
      ],
    );
  } finally {
    bareWorker.disconnect();
    await product.close();
  }
}

/** How often a release has Temporal do what costs it most. */
function workIn(history: History): BareWork {
  return {
    activities: eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED').length,
    timers: eventsOf(history, 'EVENT_TYPE_TIMER_STARTED').length,
    signals: eventsOf(history, 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED').length,
  };
}

async function runBareRelease({ client }: Product, name: string, work: BareWork): Promise<void> {
  await client.workflow.execute<typeof bareRelease>('bareRelease', {
    workflowId: `bare/${name}`,
    taskQueue: 'bare',
    args: [work],
  });
}

/** Milliseconds of each process for each release. */
async function taken(pids: readonly number[], run: () => Promise<void>): Promise<number[]> {
  const before = await Promise.all(pids.map(cpuMs));
  await run();
  const after = await Promise.all(pids.map(cpuMs));
  return after.map((ms, place) => (ms - (before[place] ?? 0)) / RELEASES);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
