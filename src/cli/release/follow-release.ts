/** Follows a release until nothing more happens by itself; Ctrl-C stops following and never stops the release. */
import { NoWorker } from '../../client/errors';
import { followUntilSettled, type Followed, type Following } from '../../client/releases/follow';
import { isGate } from '../../domain/problems/problem-catalogue';
import { GatewayUnreachable } from '../../operations/failure';
import type { ReleaseView, ReleaseStatus } from '../../domain/release/status';
import { TemporalUnreachable } from '../../temporal/errors';
import { exitCode, type ExitCode } from '../../domain/exit-code';

export type Follow = Pick<Following<ReleaseView>, 'poll' | 'timeoutMs' | 'onChange' | 'onPoll' | 'onSilence'>;

export async function follow(following: Follow): Promise<Followed<ReleaseView>> {
  const first = await following.poll();
  return untilInterrupted((signal) =>
    followUntilSettled(first, { ...following, isSettled, isSilence, signal }),
  );
}

/** Servers, workers and gateways restart while releases run, so their absence does not end the following. */
export function isSilence(error: unknown): error is Error {
  return (
    error instanceof NoWorker || error instanceof TemporalUnreachable || error instanceof GatewayUnreachable
  );
}

/** Ctrl-C aborts the signal and does not end the process. */
export async function untilInterrupted<Result>(
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const detach = new AbortController();
  const onInterrupt = (): void => detach.abort();
  process.once('SIGINT', onInterrupt);
  try {
    return await act(detach.signal);
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}

export function exitCodeOf({ state, problem }: ReleaseStatus): ExitCode {
  switch (state) {
    case 'done':
      return exitCode.done;
    case 'partial':
      return exitCode.partial;
    case 'parked':
      return problem !== null && isGate(problem) ? exitCode.gate : exitCode.parked;
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

/** True when nothing more happens by itself: the release has ended, is partial, or waits for a decision. */
function isSettled({ state }: ReleaseStatus): boolean {
  return state !== 'running' && state !== 'waiting' && state !== 'paused';
}
