/**
 * The one loop for retries outside of Temporal's own. Not p-retry, which cannot wait as long as `Retry-After` requires,
 * never retries after a TypeError, and needs Node 22 since its version 8.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from './service-error';

/** `pauseAfter`: how long to wait before the next attempt; null: the failure stands. */
export async function retry<Result>(
  call: () => Promise<Result>,
  pauseAfter: (error: unknown, attempt: number) => number | null,
  signal?: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const pauseMs = pauseAfter(error, attempt);
      if (pauseMs === null) throw error;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal?.aborted === true) throw error;
    }
  }
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** A call that our own limit holds back has not reached the service and will get its turn, so it may wait longer. */
const LONGEST_HELD_MS = 90_000;

/** Retries one of many reads, whose failure would discard all the reads before it. */
export function retryRead<Result>(read: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  return retry(
    read,
    (error, attempt) => {
      if (attempt === ATTEMPTS || !(error instanceof ServiceError) || error.kind === 'invalid') return null;
      const { kind, code, httpStatus, retryAfterMs } = error;
      const status = typeof code === 'number' ? code : (httpStatus ?? 0);
      const isForGood = kind === 'refused' && status < 500 && status !== 429;
      if (isForGood && retryAfterMs === null) return null;
      const pauseMs = retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
      return pauseMs <= (kind === 'held' ? LONGEST_HELD_MS : LONGEST_PAUSE_MS) ? pauseMs : null;
    },
    signal,
  );
}

const THROTTLED_PAUSE_MS = 1000;
/** A person waits for the command, so a longer pause is reported as a refusal. */
const LONGEST_THROTTLED_PAUSE_MS = 60_000;

/** For a call that was refused for too many calls: the refusal says nothing about the call itself. */
export function retryThrottled<Result>(call: () => Promise<Result>): Promise<Result> {
  return retry(call, (error, attempt) => {
    const isThrottled = error instanceof ServiceError && (error.code === 429 || error.httpStatus === 429);
    if (!isThrottled || attempt === ATTEMPTS) return null;
    const pauseMs = error.retryAfterMs ?? THROTTLED_PAUSE_MS;
    return pauseMs <= LONGEST_THROTTLED_PAUSE_MS ? pauseMs : null;
  });
}
