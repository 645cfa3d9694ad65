/**
 * Guards from before the mark `listed-less`, which stands for all of them. A new one is none of these: it is asked for by
 * `patched`, since runs with that mark may have begun without it.
 */
export type EarlierGuard =
  | 'absence-is-proven'
  | 'accepted-by-targets'
  | 'cancel-by-signal'
  | 'completed-under-another-trace'
  | 'daily-cap-is-bounded'
  | 'deadline-is-ahead'
  | 'earlier-decisions'
  | 'failed-scan-is-told'
  | 'found-job-brings-languages'
  | 'four-eyes-are-proven'
  | 'four-eyes-have-no-deadline'
  | 'holds-are-listed'
  | 'languages-end-the-hold'
  | 'languages-may-be-listed-at-once'
  | 'lost-supplement-ends'
  | 'manifest'
  | 'no-look-is-no-proof'
  | 'notices'
  | 'one-account-holds-back-no-other'
  | 'only-shown-is-overwritten'
  | 'parked-time-does-not-count'
  | 'problems-in-history'
  | 'refusals-are-kept'
  | 'replaced-files-go'
  | 'retry-takes-time'
  | 'skipped-are-not-awaited'
  | 'supplement-shows-in-time'
  | 'targets-by-kind'
  | 'translated-already'
  | 'turn-is-asked-for'
  | 'waiters-only-ask';

/** Those that the mark before it, `fewer-events`, stood for. */
export const passedWhenLean: ReadonlySet<EarlierGuard> = new Set<EarlierGuard>(['manifest', 'notices']);

/** Who is asked whether what a guard stands for is done: a release, or work that belongs to none. */
export interface Guarded {
  has(guard: EarlierGuard): boolean;
}
