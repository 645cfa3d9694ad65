/**
 * How long Temporal may take for all that is asked of it in one piece of work. Only the time in which a call is under
 * way counts: what the work does besides, and how long it waits for this process, is not Temporal's silence.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

class Patience {
  #open = 0;
  #sinceMs = 0;

  constructor(private leftMs: number) {}

  /** Returns when the call has to be answered. */
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

/** For a call that nobody else bounds, with how to tell that it has ended; `longestMs` where nothing was said of it. */
export function boundOfCall(longestMs: number): { deadline: number; ended: () => void } {
  const own = patience.getStore() ?? new Patience(longestMs);
  return { deadline: own.begin(), ended: () => own.end() };
}
