/** Follows a release until nothing more happens by itself; Ctrl-C stops following and never stops the release. */
import { followUntilSettled, type Followed, type Following } from '../client/follow';
import type { ReleaseClient } from '../client/release-client';
import type { ReleaseStatus } from '../domain/status';
import { isSettled } from './exit-code';
import { untilInterrupted } from './until-interrupted';

export interface Follow extends Pick<
  Following<ReleaseStatus>,
  'timeoutMs' | 'onChange' | 'onLook' | 'onSilence'
> {
  releaseClient: Pick<ReleaseClient, 'status'>;
  id: string;
}

export async function follow({ releaseClient, id, ...following }: Follow): Promise<Followed<ReleaseStatus>> {
  const look = (): Promise<ReleaseStatus> => releaseClient.status(id);
  const first = await look();
  return untilInterrupted((signal) => followUntilSettled(first, { ...following, look, isSettled, signal }));
}
