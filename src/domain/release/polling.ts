/** Poll intervals for slow work, and the longest waits before a person must decide. */

interface WaitSoFar {
  waitedMs: number;
  minimumMs: number;
  progress?: number | undefined;
  /** Whether callbacks have arrived, so that a poll only makes up for a lost one. */
  hasCallback?: boolean;
}

/**
 * A pause is a ninth of the time waited so far, so that it is a tenth of the whole wait once it is over. The number of polls then grows with the
 * logarithm of the wait, and an end without a callback is noticed a tenth late at most, or sooner where progress
 * predicts it. With callbacks, a quarter late is soon enough for a lost one.
 */
export function nextCheckInMs({ waitedMs, minimumMs, progress, hasCallback = false }: WaitSoFar): number {
  if (hasCallback) return Math.ceil(Math.max(minimumMs, waitedMs / 3));
  const steadyMs = Math.max(minimumMs, waitedMs / 9);
  // The comparison is written this way because it then holds for NaN, from 0 of 0 rows, too.
  const foretells = progress !== undefined && progress > 0 && progress < 1;
  const remainingMs = foretells ? (waitedMs / progress) * (1 - progress) : Infinity;
  // Work that is stuck just before its end would predict that end for ever.
  const shortestMs = Math.max(minimumMs, steadyMs / 4);
  return Math.ceil(Math.max(shortestMs, Math.min(steadyMs, remainingMs)));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A thousand terms are written in seconds; terms that have not appeared after this will not. */
export const termUploadDeadlineMs = HOUR_MS;

/** The default wait of a command for a publish job, which continues afterwards. */
export const publishWaitCapMs = 15 * 60_000;

export const stageDeadlineMs = {
  scan: DAY_MS,
  translate: 14 * DAY_MS,
  supplement: 14 * DAY_MS,
  publish: DAY_MS,
  publishTurn: 3 * DAY_MS,
  announce: DAY_MS,
} as const;
