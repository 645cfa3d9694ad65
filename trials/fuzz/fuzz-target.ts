/** Throws drawn input at one target until something is taken badly, so many times or for so long. */
import { inspect } from 'node:util';
import fc from 'fast-check';

/** For one input; what takes longer hangs. */
export const CASE_BOUND_MS = 10_000;
/** So long one input may keep everybody else waiting. */
const BLOCKED_BOUND_MS = 1_000;

interface FuzzOptions {
  seed: number;
  /** So often; or, without it, until the time is up. */
  runs?: number;
  forMs?: number;
  /** Runs before every input. */
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
    let leastMs = Infinity;
    // What blocks only once is the process, which collects its garbage.
    for (let times = 0; times < 3 && leastMs >= BLOCKED_BOUND_MS; times += 1) {
      const watchdog = new Watchdog();
      const failure = await run(input);
      leastMs = Math.min(leastMs, Math.round(watchdog.stop()));
      if (failure !== null) return failure;
    }
    if (leastMs < BLOCKED_BOUND_MS) return null;
    return { error: new TakenBadly(`it blocks the thread for ${leastMs} ms`) };
  };
  return property;
}

/** A part of the product that takes what others made: files, replies, callbacks, requests. */
export interface Target {
  /** Throws one drawn input at it; it fails where that was taken badly. */
  property: fc.IAsyncProperty<unknown>;
  close(): Promise<void>;
}

/** What a part must do with anything: take it, or refuse it in the way that it has for that. */
export class TakenBadly extends Error {
  override readonly name = 'TakenBadly';
}

const BEAT_EVERY_MS = 20;

/** Measures how long the thread was blocked: as long as it was busy without a pause in which others could be served. */
class Watchdog {
  #beatenMs = performance.now();
  #cpu = process.cpuUsage();
  #longestMs = 0;
  readonly #timer = setInterval(() => this.#beat(), BEAT_EVERY_MS);

  stop(): number {
    clearInterval(this.#timer);
    this.#beat();
    return this.#longestMs;
  }

  /** A machine with much else to do lets everybody wait: only what was worked counts. */
  #beat(): void {
    const nowMs = performance.now();
    const { user, system } = process.cpuUsage(this.#cpu);
    const blockedMs = Math.min(nowMs - this.#beatenMs, (user + system) / 1000);
    this.#longestMs = Math.max(this.#longestMs, blockedMs);
    this.#beatenMs = nowMs;
    this.#cpu = process.cpuUsage();
  }
}
