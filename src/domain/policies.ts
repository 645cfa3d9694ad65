/** How long each wait may last before a person is asked. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A thousand terms are written in seconds; what has not shown up after this will not. */
export const termUploadDeadlineMs = HOUR_MS;

/** How long whoever waits for a publish job waits by default; the job goes on. */
export const publishWaitCapMs = 15 * 60_000;

export const stageDeadlineMs = {
  scan: DAY_MS,
  translate: 14 * DAY_MS,
  supplement: 14 * DAY_MS,
  publish: DAY_MS,
  publishTurn: 3 * DAY_MS,
  announce: DAY_MS,
} as const;
