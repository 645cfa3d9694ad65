/** Keeps within the rate that a service allows one credential, of which this process has a share. */
import type { ExchangeReply } from './exchange';
import type { ReportedLimit } from './service-error';

export interface Rate {
  most: number;
  perMs: number;
}

/**
 * `waitMs`: the request may be sent after this time. `heldMs`: it may not, and the caller should retry after this time.
 */
export type RatePermit = { waitMs: number } | { heldMs: number };

/** Shorter than the timeout of an activity, or a call that waits here would count as one that was sent. */
const LONGEST_WAIT_MS = 45_000;

export class RateLimit {
  /** Times at which the recent and the waiting requests are sent, ascending. */
  #sendTimes: number[] = [];
  /** The latest retry time that a held caller got. */
  #promisedMs = 0;

  constructor(
    private readonly rate: Rate,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Takes the next turn, unless that is too far away. `sharers`: the number of processes that share the rate. */
  take(sharers: number): RatePermit {
    const nowMs = this.nowMs();
    const { quota, spanMs } = shareOf(this.rate, sharers);
    this.#sendTimes = this.#sendTimes.filter((sendMs) => sendMs + spanMs > nowMs);
    const blocking = this.#sendTimes.at(-quota);
    const free = blocking === undefined || this.#sendTimes.length < quota ? nowMs : blocking + spanMs;
    // A share that has grown must not overtake requests that wait already.
    const sendMs = Math.max(free, this.#sendTimes.at(-1) ?? 0);
    if (sendMs - nowMs <= LONGEST_WAIT_MS) {
      this.#sendTimes.push(sendMs);
      return { waitMs: Math.max(0, sendMs - nowMs) };
    }
    // Held callers get staggered retry times, or all of them would retry at once.
    this.#promisedMs = Math.max(this.#promisedMs, nowMs + LONGEST_WAIT_MS) + spanMs / quota;
    return { heldMs: this.#promisedMs - nowMs };
  }
}

/** Bounds a span, so that no call in a long series waits longer than a call may wait. */
const LONGEST_SPAN_MS = 30_000;

/** A share is whole requests: with more processes than requests, each sends one in a longer span. */
function shareOf({ most, perMs }: Rate, sharers: number): { quota: number; spanMs: number } {
  const own = Math.floor(most / sharers);
  if (own === 0) return { quota: 1, spanMs: (perMs * sharers) / most };
  const parts = Math.min(own, Math.ceil(perMs / LONGEST_SPAN_MS));
  return { quota: Math.floor(own / parts), spanMs: perMs / parts };
}

/**
 * No service documents such headers, but most with a limit send them. The error's parameters may have the limit too.
 */
export function reportedLimitOf(
  { headers }: Pick<ExchangeReply, 'headers'>,
  params: Readonly<Record<string, unknown>> = {},
): ReportedLimit | null {
  const reported = (what: 'limit' | 'remaining'): number | null =>
    wholeNumber(headers[`ratelimit-${what}`] ?? headers[`x-ratelimit-${what}`] ?? params[what]);
  const [limit, remaining] = [reported('limit'), reported('remaining')];
  return limit === null && remaining === null ? null : { limit, remaining };
}

/** Some services append the window: `100;w=60`, or `100, 100;w=60`. */
function wholeNumber(raw: unknown): number | null {
  const text: unknown = Array.isArray(raw) ? raw[0] : raw;
  if (typeof text !== 'string' && typeof text !== 'number') return null;
  const digits = /^\s*(\d{1,12})\s*(?:[;,]|$)/.exec(String(text))?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * How long a `Retry-After` header requires to wait, in seconds or until a date. null: it names no time in the future.
 */
export function retryAfterMs({ headers }: Pick<ExchangeReply, 'headers'>, nowMs: number): number | null {
  const text = String(headers['retry-after'] ?? '').trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000) || null;
  const untilMs = text.endsWith('GMT') ? Date.parse(text) : NaN;
  if (Number.isNaN(untilMs)) return null;
  // Uses the clock that wrote the date, where the reply has it, because ours may be wrong.
  const serviceMs = Date.parse(String(headers.date));
  const waitMs = untilMs - (Number.isNaN(serviceMs) ? nowMs : serviceMs);
  return waitMs > 0 ? waitMs : null;
}
