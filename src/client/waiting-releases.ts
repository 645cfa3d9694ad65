/** Releases that can be tried again now, and why they could not go on. */
import { targetOutcome } from '../domain/target-outcome';
import type { ReleaseView } from '../domain/status';
import type { ReleaseClient } from './release-client';

export interface WaitingRelease {
  id: string;
  state: ReleaseView['state'];
  /** Codes of its problem and of the accounts on which its announcement failed. */
  causes: string[];
  /** What it says of its problem. */
  problem: string;
}

const READ_AT_ONCE = 5;

export async function releasesToRetry(
  releaseClient: Pick<ReleaseClient, 'list' | 'status'>,
  { project }: { project: string | undefined },
): Promise<WaitingRelease[]> {
  const ids: string[] = [];
  for await (const { id, waitingFor } of releaseClient.list({ waiting: 'decision', project })) {
    if (waitingFor === 'decision') ids.push(id);
  }
  const found: WaitingRelease[] = [];
  for (let read = 0; read < ids.length; read += READ_AT_ONCE) {
    const views = await Promise.all(
      ids.slice(read, read + READ_AT_ONCE).map((id) => releaseClient.status(id)),
    );
    found.push(...views.filter(({ problem }) => problem?.actions.includes('retry')).map(waitingRelease));
  }
  return found;
}

function waitingRelease({ id, state, problem, announcement }: ReleaseView): WaitingRelease {
  const failed = (announcement?.targets ?? []).filter((target) => targetOutcome(target) === 'failed');
  const codes = [problem?.code ?? '', ...failed.map(({ errorCode }) => errorCode ?? '')];
  return {
    id,
    state,
    causes: [...new Set(codes.filter((code) => code !== ''))],
    problem: problem?.message ?? '',
  };
}
