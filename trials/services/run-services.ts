/** Releases with many services, several at a time, on one Temporal server. */
import { resolve } from 'node:path';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import type { AssumptionId, Readings } from '../../src/sandbox/readings/catalogue';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer } from '../../src/temporal/server/dev-server';
import type { OtherService } from './other-services';
import { runRelease, type ReleaseRun, type RunOptions } from './run-release';

export interface TriedService extends ReleaseRun {
  name: string;
  /** What is left of the readings of one that broke a release. */
  smallest: Partial<Readings> | null;
}

export interface TrialOptions extends RunOptions {
  atATime: number;
  shrinks: boolean;
  report: (line: string) => void;
  onTried: (tried: TriedService) => void;
}

export async function runServices(
  services: readonly OtherService[],
  options: TrialOptions,
): Promise<TriedService[]> {
  return withServer(options.report, () =>
    someAtATime(services, options, async (service) => {
      const tried = await tryService(service, options);
      options.onTried(tried);
      return tried;
    }),
  );
}

/** On one Temporal server, with the workflows as they were built. */
export async function withServer<Result>(
  report: (line: string) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  const server = await startDevServer({
    binary: await findTemporalBinary({ report }),
    searchAttributes: searchAttributeTypes,
  });
  process.env.LOCRELEASE_TEST_ADDRESS = server.address;
  process.env.LOCRELEASE_TEST_BUNDLE = resolve(__dirname, '../../dist/workflow-bundle.js');
  try {
    return await run();
  } finally {
    await server.stop();
  }
}

export async function someAtATime<Item, Result>(
  items: readonly Item[],
  { atATime, signal }: Pick<TrialOptions, 'atATime' | 'signal'>,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.values();
  const runOneAfterAnother = async (): Promise<void> => {
    for (const item of waiting) {
      signal?.throwIfAborted();
      results.push(await run(item));
    }
  };
  await Promise.all(Array.from({ length: atATime }, runOneAfterAnother));
  return results;
}

async function tryService({ name, readings }: OtherService, options: TrialOptions): Promise<TriedService> {
  const run = await runRelease(readings, options);
  // At once: to shrink one that falls silent takes long.
  if (run.outcome === 'broken') options.report(`broken by ${name}: ${run.faults.join('; ')}`);
  if (run.outcome !== 'broken' || !options.shrinks) return { name, ...run, smallest: null };
  const smallest = await shrink(readings, async (fewer) => {
    const { outcome } = await runRelease(fewer, options);
    return outcome === 'broken';
  });
  return { name, ...run, smallest };
}

/** The fewest of some readings that still break, found by leaving out one at a time. */
async function shrink(
  readings: Partial<Readings>,
  stillBreaks: (fewer: Partial<Readings>) => Promise<boolean>,
): Promise<Partial<Readings>> {
  let smallest = readings;
  for (const id of Object.keys(readings) as AssumptionId[]) {
    const fewer: Partial<Readings> = Object.fromEntries(
      Object.entries(smallest).filter(([own]) => own !== id),
    );
    if (await stillBreaks(fewer)) smallest = fewer;
  }
  return smallest;
}
