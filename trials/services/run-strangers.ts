/** Releases under many strangers, several at a time, on one Temporal server. */
import { resolve } from 'node:path';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import type { Readings } from '../../src/sandbox/readings/catalogue';
import { findTemporalBinary } from '../../src/temporal/binary';
import { startDevServer } from '../../src/temporal/dev-server';
import { runRelease, type RunOptions, type StrangerRun } from './run-release';
import { shrink } from './shrink';

export interface Stranger {
  /** By which it can be met again. */
  name: string;
  readings: Partial<Readings>;
}

export interface MetStranger extends StrangerRun {
  name: string;
  /** What is left of the readings of one that broke a release. */
  smallest: Partial<Readings> | null;
}

export interface StrangersOptions extends RunOptions {
  atATime: number;
  shrinks: boolean;
  say: (line: string) => void;
  onMet: (met: MetStranger) => void;
}

export async function runStrangers(
  strangers: readonly Stranger[],
  options: StrangersOptions,
): Promise<MetStranger[]> {
  return withServer(options.say, () =>
    someAtATime(strangers, options, async (stranger) => {
      const met = await meet(stranger, options);
      options.onMet(met);
      return met;
    }),
  );
}

/** On one Temporal server, with the workflows as they were built. */
export async function withServer<Result>(
  say: (line: string) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  const server = await startDevServer({
    binary: await findTemporalBinary({ report: say }),
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
  { atATime, signal }: Pick<StrangersOptions, 'atATime' | 'signal'>,
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

async function meet({ name, readings }: Stranger, options: StrangersOptions): Promise<MetStranger> {
  const run = await runRelease(readings, options);
  // At once: to shrink one that falls silent takes long.
  if (run.outcome === 'broken') options.say(`broken by ${name}: ${run.faults.join('; ')}`);
  if (run.outcome !== 'broken' || !options.shrinks) return { name, ...run, smallest: null };
  const smallest = await shrink(readings, async (fewer) => {
    const { outcome } = await runRelease(fewer, options);
    return outcome === 'broken';
  });
  return { name, ...run, smallest };
}
