/** What the doctor finds of one thing, and how to mend it. */
import type { Fault } from './credential-faults';

/** Where the cause of a failure lies: in what we were given, at a service that refused, or with Temporal. */
export type FailureCause = 'configuration' | 'service' | 'temporal';

export interface Diagnosis {
  /** What was looked at. */
  what: string;
  level: 'ok' | 'warn' | 'fail';
  says: string;
  /** null where nothing is wrong. */
  mend: string | null;
  /** null unless it is a failure. */
  cause: FailureCause | null;
}

export const ok = (what: string, says: string): Diagnosis => ({
  what,
  level: 'ok',
  says,
  mend: null,
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
