/** What the doctor finds of one thing, and how to fix it. */
import type { Fault } from './credential-faults';

/** Where the cause of a failure lies: in what we were given, at a service that refused, or with Temporal. */
export type FailureCause = 'configuration' | 'service' | 'temporal';

export interface Diagnosis {
  /** What was looked at. */
  what: string;
  level: 'ok' | 'warn' | 'fail';
  message: string;
  /** null where nothing is wrong. */
  fix: string | null;
  /** null unless it is a failure. */
  cause: FailureCause | null;
}

export const ok = (what: string, message: string): Diagnosis => ({
  what,
  level: 'ok',
  message,
  fix: null,
  cause: null,
});

export const warn = (what: string, fault: Fault): Diagnosis => ({
  what,
  level: 'warn',
  ...fault,
  cause: null,
});

export const fail = (what: string, cause: FailureCause, fault: Fault): Diagnosis => ({
  what,
  level: 'fail',
  ...fault,
  cause,
});
