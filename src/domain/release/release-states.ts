/** The states of a release, in the order in which a list offers them. */
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

/** States in which nothing will happen any more unless a person starts something new. */
export const endedStates: ReadonlySet<ReleaseState> = new Set([
  'done',
  'partial',
  'rejected',
  'cancelled',
  'failed',
]);

/** A release that ended so leaves its name free for another try. */
export const unsuccessfulStates: ReadonlySet<ReleaseState> = new Set(['rejected', 'cancelled', 'failed']);
