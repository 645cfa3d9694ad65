/**
 * One of many reads, where a failure would throw away all that came before it: it is asked for a few times more, and
 * waits for as long as the service says, if that is short.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from './service-error';

const TRIES = 5;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
const LONGEST_HELD_MS = 90_000;

export async function insist<Result>(read: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await read();
    } catch (error) {
      const pauseMs = pauseAfter(error, tried);
      if (tried === TRIES || pauseMs > longestPause(error) || signal?.aborted === true) throw error;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** What our own limit holds back has cost the service nothing, and its turn comes. */
function longestPause(error: unknown): number {
  return error instanceof ServiceError && error.kind === 'held' ? LONGEST_HELD_MS : LONGEST_PAUSE_MS;
}

/** Infinite where the same question gets the same answer. */
function pauseAfter(error: unknown, tried: number): number {
  if (!(error instanceof ServiceError) || error.kind === 'invalid') return Infinity;
  const { kind, code, httpStatus, retryAfterMs } = error;
  const status = typeof code === 'number' ? code : (httpStatus ?? 0);
  const isForGood = kind === 'refused' && status < 500 && status !== 429;
  if (isForGood && retryAfterMs === null) return Infinity;
  return retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (tried - 1);
}
