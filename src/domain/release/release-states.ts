/** The order is that in which lists offer the states. */
export const releaseStates = [
  'running',
  'waiting',
  'paused',
  'parked',
  'partial',
  'done',
  'rejected',
  'cancelled',
  'failed',
] as const;
export type ReleaseState = (typeof releaseStates)[number];

/** States that only a new start by a person can leave. */
export const endedStates: ReadonlySet<ReleaseState> = new Set([
  'done',
  'partial',
  'rejected',
  'cancelled',
  'failed',
]);

/** A release that ended in one of these leaves its name free for another try. */
export const unsuccessfulStates: ReadonlySet<ReleaseState> = new Set(['rejected', 'cancelled', 'failed']);
