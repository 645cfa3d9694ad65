/** What a workflow learns of an activity that failed: the failure's type says what to do, its details why. */
import type { Facts } from './problems/problem';

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
  /** The service's own code, or a row of the table of problems. */
  code: string;
  endpoint: string | null;
  effect: 'none' | 'done' | 'unknown';
  traceId: string | null;
  /** What the problem is told with. */
  facts: Facts;
  /** How long the service asks to wait, where it says so. */
  retryAfterMs?: number;
}
