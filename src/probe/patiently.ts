import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../http/service-error';

const MOST_ATTEMPTS = 5;
const PAUSE_MS = 1000;
/** Somebody sits in front of the command: what asks for more is told as refused. */
const LONGEST_PAUSE_MS = 60_000;

/** A call that was turned away for its number is made again: that it was is a finding, and must not hide the others. */
export async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const pauseMs = pauseAfter(error);
      if (pauseMs === null || attempt === MOST_ATTEMPTS) throw error;
      await delay(pauseMs);
    }
  }
}

/** null: nothing to wait out. */
function pauseAfter(error: unknown): number | null {
  if (!(error instanceof ServiceError) || (error.code !== 429 && error.httpStatus !== 429)) return null;
  const pauseMs = error.retryAfterMs ?? PAUSE_MS;
  return pauseMs <= LONGEST_PAUSE_MS ? pauseMs : null;
}
