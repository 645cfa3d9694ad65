/** Follows a release until nothing more happens by itself; Ctrl-C stops following and never stops the release. */
import { NoWorker } from '../../client/errors';
import { followUntilSettled, type Followed, type Following } from '../../client/releases/follow';
import { isGate } from '../../domain/problems/problem-catalogue';
import { GatewayUnreachable } from '../../operations/failure';
import type { ReleaseView, ReleaseStatus } from '../../domain/release/status';
import { TemporalUnreachable } from '../../temporal/errors';
import { exitCode, type ExitCode } from '../../domain/exit-code';
import type { Terminal } from '../terminal/terminal';

export type Follow<Status = ReleaseView> = Pick<
  Following<Status>,
  'poll' | 'timeoutMs' | 'onChange' | 'onPoll' | 'onSilence'
>;

export function follow(following: Follow): Promise<Followed<ReleaseView>> {
  return followUntil({ ...following, isSettled });
}

/** Ctrl-C ends the following and not the process. */
export async function followUntil<Status>(
  following: Follow<Status> & Pick<Following<Status>, 'isSettled'>,
): Promise<Followed<Status>> {
  const first = await following.poll();
  const detach = new AbortController();
  const onInterrupt = (): void => detach.abort();
  process.once('SIGINT', onInterrupt);
  try {
    return await followUntilSettled(first, { ...following, isSilence, signal: detach.signal });
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}

/** Servers, workers and gateways restart while work goes on, so their absence does not end the following. */
function isSilence(error: unknown): error is Error {
  return (
    error instanceof NoWorker || error instanceof TemporalUnreachable || error instanceof GatewayUnreachable
  );
}

/** Prints a line when the place changes, when nothing answers, and at the first answer after that. */
export function changePrinter<Status>(
  { info }: Pick<Terminal, 'info'>,
  {
    placeOf,
    lineOf,
    silenceText,
  }: {
    placeOf: (status: Status) => string;
    lineOf: (status: Status) => string;
    silenceText: (why: Error | null) => string;
  },
): Required<Pick<Follow<Status>, 'onPoll' | 'onSilence'>> {
  let place = '';
  let silence = '';
  const print = (text: string): void => info(`${new Date().toISOString()} ${text}`);
  return {
    onPoll: (seen) => {
      const now = placeOf(seen);
      if (now !== place && now !== '') print(lineOf(seen));
      place = now;
      silence = '';
    },
    onSilence: (why) => {
      const text = silenceText(why);
      if (text !== silence) print(text);
      silence = text;
      place = '';
    },
  };
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
