import type { Fault } from './credential-faults';

/** Where the cause of a failure lies: in our settings, at a service that refused, or in Temporal. */
export type FailureCause = 'configuration' | 'service' | 'temporal';

export interface Diagnosis {
  what: string;
  level: 'ok' | 'warn' | 'fail';
  message: string;
  /** null: nothing is wrong. */
  fix: string | null;
  /** null: it is no failure. */
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
