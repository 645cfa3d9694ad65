import { exitCode, type ExitCode } from '../domain/exit-code';
import type { ReleaseStatus } from '../domain/status';

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
    case 'paused':
      return exitCode.timeout;
  }
}

/** Whether nothing more will happen by itself: the release has ended, is partial, or waits for a decision. */
export function isSettled({ state }: ReleaseStatus): boolean {
  return state !== 'running' && state !== 'waiting' && state !== 'paused';
}
