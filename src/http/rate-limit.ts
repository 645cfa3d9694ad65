/** Keeps within the rate that a service allows one credential, of which this process has a share. */

export interface Rate {
  most: number;
  perMs: number;
}

/** How long until the request may be sent, or how long until it should be tried again. */
export type RatePermit = { waitMs: number } | { heldMs: number };

/** Shorter than the time that a call has: one that waits here must not be taken for one that was sent. */
const LONGEST_WAIT_MS = 45_000;

export class RateLimit {
  /** When the last requests were or will be sent, in their order. */
  #turns: number[] = [];
  /** The latest time at which a held caller was asked to come back. */
  #promisedMs = 0;

  constructor(
    private readonly rate: Rate,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Takes the next turn, unless that is too far away. `sharers`: how many processes have to do with the rate. */
  take(sharers: number): RatePermit {
    const nowMs = this.nowMs();
    const { quota, spanMs } = shareOf(this.rate, sharers);
    this.#turns = this.#turns.filter((turnMs) => turnMs + spanMs > nowMs);
    const blocking = this.#turns.at(-quota);
    const free = blocking === undefined || this.#turns.length < quota ? nowMs : blocking + spanMs;
    // A share that has grown must not overtake those that wait.
    const turnMs = Math.max(free, this.#turns.at(-1) ?? 0);
    if (turnMs - nowMs <= LONGEST_WAIT_MS) {
      this.#turns.push(turnMs);
      return { waitMs: Math.max(0, turnMs - nowMs) };
    }
    // One after the other, or all of them would come back at once.
    this.#promisedMs = Math.max(this.#promisedMs, nowMs + LONGEST_WAIT_MS) + spanMs / quota;
    return { heldMs: this.#promisedMs - nowMs };
  }
}

/** So that a caller with many calls in a row waits for each no longer than a call may wait. */
const LONGEST_SPAN_MS = 30_000;

/** Whole requests: with more processes than requests, each sends one in a longer span. */
function shareOf({ most, perMs }: Rate, sharers: number): { quota: number; spanMs: number } {
  const own = Math.floor(most / sharers);
  if (own === 0) return { quota: 1, spanMs: (perMs * sharers) / most };
  const parts = Math.min(own, Math.ceil(perMs / LONGEST_SPAN_MS));
  return { quota: Math.floor(own / parts), spanMs: perMs / parts };
}
