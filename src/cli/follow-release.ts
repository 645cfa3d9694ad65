/** Follows a release until nothing more happens by itself; Ctrl-C stops following and never stops the release. */
import { NoWorker } from '../client/errors';
import { followUntilSettled, type Followed, type Following } from '../client/follow';
import { GatewayUnreachable } from '../operations/gateway-unreachable';
import type { ReleaseView } from '../domain/status';
import { TemporalUnreachable } from '../temporal/errors';
import { isSettled } from './release-exit-code';
import { untilInterrupted } from './until-interrupted';

export type Follow = Pick<Following<ReleaseView>, 'look' | 'timeoutMs' | 'onChange' | 'onLook' | 'onSilence'>;

export async function follow(following: Follow): Promise<Followed<ReleaseView>> {
  const first = await following.look();
  return untilInterrupted((signal) =>
    followUntilSettled(first, { ...following, isSettled, isSilence, signal }),
  );
}

/** Servers, workers and gateways are restarted while work goes on. */
export function isSilence(error: unknown): error is Error {
  return (
    error instanceof NoWorker || error instanceof TemporalUnreachable || error instanceof GatewayUnreachable
  );
}
