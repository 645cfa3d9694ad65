/** How many whole releases a second one, two and four workers bring to their ends, on this machine. */
import { callsPerSecond } from './calls-per-second';
import { startProduct } from './product';
import { printTable, type Figure } from './table';
import { LANES, laneProjects, quickServices, runWholeRelease } from './whole-releases';

const WORKERS = [1, 2, 4];
/** A new worker needs some thirty releases to come up to speed. */
const WARM_UP_MS = 60_000;
const MEASURED_MS = 30_000;

export async function benchRate(): Promise<boolean> {
  const product = await startProduct({ callbacks: true, projects: laneProjects, sandbox: quickServices });
  try {
    const freeLanes = Array.from({ length: LANES }, (_, lane) => lane);
    let begun = 0;
    const release = async (): Promise<void> => {
      const lane = freeLanes.pop() ?? 0;
      begun += 1;
      await runWholeRelease(product, `rate-${begun}`, lane);
      freeLanes.push(lane);
    };
    const figures: Figure[] = [];
    let workers = 1;
    for (const wanted of WORKERS) {
      for (; workers < wanted; workers += 1) product.addWorker();
      await callsPerSecond(release, { concurrency: LANES, forMs: WARM_UP_MS });
      const value = await callsPerSecond(release, { concurrency: LANES, forMs: MEASURED_MS });
      figures.push({
        what: `with ${wanted} worker${wanted === 1 ? '' : 's'}`,
        value,
        unit: 'a second',
        digits: 2,
      });
    }
    return printTable(
      `Whole releases, ${LANES} at once, with Temporal, the gateway and both services on the same machine:`,
      figures,
    );
  } finally {
    await product.close();
  }
}
