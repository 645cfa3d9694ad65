/** How many whole releases a second one, two and four workers bring to their ends, on this machine. */
import { callsPerSecond, printTable, type Figure } from './figures';
import { startProduct, type Product } from './product';
import { confirmTermsSignal } from '../../src/protocol/messages';

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

/** As many as run at once: each has a project of its own, and so nobody waits for a turn to publish. */
export const LANES = 20;
export const laneProjects: readonly string[] = [
  'default',
  ...Array.from({ length: LANES - 1 }, (_, index) => `lane-${index + 1}`),
];

/** Quick services, so that what is measured is never the waiting for them. */
export const quickServices = { speed: 20 };

/** Runs a release through every stage to its end. Each has a term of its own: a scan leaves out what the termbase has from the one before. */
export async function runWholeRelease(
  product: Pick<Product, 'begin'>,
  name: string,
  lane: number,
): Promise<void> {
  const strings = [
    { string_id: 'greeting', content: `Hello, Keeper K-${name}!` },
    { string_id: 'keep', content: `Nobody knows where Keeper K-${name} sleeps.` },
  ];
  const handle = await product.begin(name, strings, {
    project: laneProjects[lane] ?? 'default',
    supplementLanguages: ['fr'],
    terms: { confirmation: 'operator' },
    announce: { accounts: ['acc_1', 'acc_2'], text: '{name} is out.' },
  });
  await handle.signal(confirmTermsSignal, { by: 'bench' });
  const { state, problem } = await handle.result();
  if (state !== 'done') throw new Error(`Release ${name} is ${state}: ${problem?.code ?? ''}`);
}
