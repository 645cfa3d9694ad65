/** The type of an activity's failure determines what the workflow does; the details have the reason. */
import type { Facts } from './problem';

export type ProblemType =
  /** The call certainly had no effect, and Temporal retries it. */
  | 'Retryable'
  /** The call may have had an effect, or the state is not the expected one: read before continuing. */
  | 'Unsettled'
  /** A daily cap: retry at the time that the service names, or else tomorrow. */
  | 'CappedForToday'
  /** A person must change something first. */
  | 'NeedsPerson'
  /** The message was based on outdated terms: its sender must see the current ones. */
  | 'TermsChanged'
  /** The request is invalid, and a retry would not help. */
  | 'Refused';

export interface ProblemDetails {
  /** The service's own code, or a row of the table of problems. */
  code: string;
  endpoint: string | null;
  effect: 'none' | 'done' | 'unknown';
  traceId: string | null;
  facts: Facts;
  /** The service's Retry-After, if it sent one. */
  retryAfterMs?: number;
}
