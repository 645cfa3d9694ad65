/** What a workflow learns of an activity that failed: the failure's type says what to do, its details why. */

export type ProblemType =
  /** Surely not done, and worth repeating: Temporal does. */
  | 'Retryable'
  /** May have been done, or the state is not what was thought: read before going on. */
  | 'Unsettled'
  /** A daily cap: worth repeating when the service says, or else tomorrow. */
  | 'CappedForToday'
  /** Someone must change something first. */
  | 'NeedsPerson'
  /** It was said of something that has changed since: whoever said it has to see it as it is now. */
  | 'TermsChanged'
  /** The request is wrong as it stands, and stays wrong. */
  | 'Refused';

export interface ProblemDetails {
  /** Where it came from: a service, the store, the source, the exported file, the release itself. */
  origin: 'localization' | 'social' | 'store' | 'source' | 'export' | 'release';
  /** The service's own code, or a word of ours. */
  code: string;
  endpoint: string | null;
  effect: 'none' | 'done' | 'unknown';
  traceId: string | null;
  /** What a person can do about it. */
  advice: string;
  /** How long the service asks to wait, where it says so. */
  retryAfterMs?: number;
}
