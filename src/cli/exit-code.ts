import type { ReleaseStatus } from '../domain/status';
/** Exit codes by cause, so that a script can tell them apart. */
export const exitCode = {
  done: 0,
  unexpected: 1,
  badInput: 2,
  gate: 3,
  timeout: 4,
  refusedByPerson: 5,
  partial: 6,
  parked: 7,
  service: 8,
  temporalUnreachable: 9,
} as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

export function exitCodeOf({ state, problem }: ReleaseStatus): ExitCode {
  switch (state) {
    case 'done':
      return exitCode.done;
    case 'partial':
      return exitCode.partial;
    case 'parked':
      return problem?.code.startsWith('gate_') ? exitCode.gate : exitCode.parked;
    case 'rejected':
    case 'cancelled':
      return exitCode.refusedByPerson;
    case 'failed':
      return exitCode.service;
    case 'running':
    case 'waiting':
      return exitCode.timeout;
  }
}

/** Whether nothing more will happen by itself: the release has ended, is partial, or waits for a decision. */
export function isSettled({ state }: ReleaseStatus): boolean {
  return state !== 'running' && state !== 'waiting';
}
