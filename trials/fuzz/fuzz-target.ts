/** Throws drawn input at one target until something is taken badly, so many times or for so long. */
import fc from 'fast-check';
import { inspect } from 'node:util';
import { TakenBadly, type Target } from './target';
import { Watchdog } from './watchdog';

/** For one input; what takes longer hangs. */
export const CASE_BOUND_MS = 10_000;
/** So long one input may keep everybody else waiting. */
const BLOCKED_BOUND_MS = 1_000;

export interface FuzzOptions {
  seed: number;
  /** So often; or, without it, until the time is up. */
  runs?: number;
  forMs?: number;
  /** Hears of every input before it is thrown. */
  onCase?: () => void;
}

export interface Fuzzed {
  runs: number;
  /** The smallest input that was found to be taken badly, and how. */
  failure: string | null;
}

export async function fuzzTarget(open: () => Promise<Target>, options: FuzzOptions): Promise<Fuzzed> {
  const { seed, runs, forMs, onCase } = options;
  const target = await open();
  try {
    const details = await fc.check(watched(target.property), {
      seed,
      numRuns: runs ?? Number.MAX_SAFE_INTEGER,
      timeout: CASE_BOUND_MS,
      ...(forMs === undefined ? {} : { interruptAfterTimeLimit: forMs }),
      ...(onCase === undefined ? {} : { plugins: [fc.beforeEach(onCase)] }),
    });
    const failure = details.failed
      ? `${inspect(details.errorInstance)}\n${fc.defaultReportMessage(details)}`
      : null;
    return { runs: details.numRuns, failure };
  } finally {
    await target.close();
  }
}

/** An input that is taken well, but keeps the thread for itself meanwhile, is taken badly. */
function watched(property: Target['property']): Target['property'] {
  const run = property.run.bind(property);
  property.run = async (input) => {
    const watchdog = new Watchdog();
    const failure = await run(input);
    const blockedMs = Math.round(watchdog.stop());
    if (failure !== null || blockedMs < BLOCKED_BOUND_MS) return failure;
    return { error: new TakenBadly(`it blocks the thread for ${blockedMs} ms`) };
  };
  return property;
}
