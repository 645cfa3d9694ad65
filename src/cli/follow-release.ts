/** Follows a release until nothing more happens by itself; Ctrl-C stops following and never stops the release. */
import { NoWorker } from '../client/errors';
import { followUntilSettled, type Followed, type Following } from '../client/follow';
import type { Ask } from '../desk/desk';
import { GatewayUnreachable } from '../desk/gateway-unreachable';
import type { ReleaseView } from '../domain/status';
import { TemporalUnreachable } from '../temporal/temporal-unreachable';
import { isSettled } from './exit-code';
import { untilInterrupted } from './until-interrupted';

export interface Follow extends Pick<
  Following<ReleaseView>,
  'timeoutMs' | 'onChange' | 'onLook' | 'onSilence'
> {
  ask: Ask;
  id: string;
}

export async function follow({ ask, id, ...following }: Follow): Promise<Followed<ReleaseView>> {
  const look = (): Promise<ReleaseView> => ask('status', { id });
  const first = await look();
  return untilInterrupted((signal) =>
    followUntilSettled(first, { ...following, look, isSettled, isSilence, signal }),
  );
}

/** Servers, workers and gateways are restarted while work goes on. */
export function isSilence(error: unknown): error is Error {
  return (
    error instanceof NoWorker || error instanceof TemporalUnreachable || error instanceof GatewayUnreachable
  );
}
