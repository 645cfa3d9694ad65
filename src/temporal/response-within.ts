/**
 * Limits the time of Temporal for all calls of one piece of work. Only the time of open calls counts, not what the work
 * does in between, nor the time that it waits for this process.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

class Patience {
  #open = 0;
  #sinceMs = 0;

  constructor(private leftMs: number) {}

  /** Returns the deadline of the call. */
  begin(): number {
    if (this.#open === 0) this.#sinceMs = Date.now();
    this.#open += 1;
    return this.#sinceMs + this.leftMs;
  }

  end(): void {
    this.#open -= 1;
    if (this.#open === 0) this.leftMs -= Date.now() - this.#sinceMs;
  }
}

const patience = new AsyncLocalStorage<Patience>();

export function responseWithin<Result>(timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
  return patience.run(new Patience(timeoutMs), work);
}

/**
 * Bounds a call that has no deadline of its own; `longestMs` applies outside of `responseWithin`. `ended` must be
 * called.
 */
export function boundOfCall(longestMs: number): { deadline: number; ended: () => void } {
  const own = patience.getStore() ?? new Patience(longestMs);
  return { deadline: own.begin(), ended: () => own.end() };
}
