/** Follows a release until nothing more happens by itself; Ctrl-C stops following and never stops the release. */
import { followUntilSettled, type Followed, type Following } from '../client/follow';
import type { ReleaseClient } from '../client/release-client';
import type { ReleaseView } from '../domain/status';
import { isSettled } from './exit-code';
import { untilInterrupted } from './until-interrupted';

export interface Follow extends Pick<
  Following<ReleaseView>,
  'timeoutMs' | 'onChange' | 'onLook' | 'onSilence'
> {
  releaseClient: Pick<ReleaseClient, 'status'>;
  id: string;
}

export async function follow({ releaseClient, id, ...following }: Follow): Promise<Followed<ReleaseView>> {
  const look = (): Promise<ReleaseView> => releaseClient.status(id);
  const first = await look();
  return untilInterrupted((signal) => followUntilSettled(first, { ...following, look, isSettled, signal }));
}
