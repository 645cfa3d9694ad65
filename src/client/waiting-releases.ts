/** Releases that can be tried again now, and why they could not go on. */
import { unknownOutcomes } from '../domain/release-decisions';
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
  /** Why it is not retried together with others, but by its id; null: it may be. */
  aloneFor: string | null;
}

const READ_AT_ONCE = 5;

interface Wanted {
  project: string | undefined;
  /** Only those that have it; and nothing that failed for another one is tried again. */
  cause: string | undefined;
}

export async function releasesToRetry(
  releaseClient: Pick<ReleaseClient, 'list' | 'status'>,
  { project, cause }: Wanted,
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
    const open = views.filter(({ problem }) => problem?.actions.includes('retry'));
    found.push(...open.map((view) => waitingRelease(view, cause)));
  }
  return found;
}

function waitingRelease(
  { id, state, problem, announcement }: ReleaseView,
  cause: string | undefined,
): WaitingRelease {
  const code = problem?.code ?? '';
  const failed = (announcement?.targets ?? [])
    .filter((target) => targetOutcome(target) === 'failed')
    .map(({ errorCode }) => errorCode ?? 'no code');
  const others = [...new Set(failed.filter((each) => each !== cause))];
  const isMixed = state === 'partial' && cause !== undefined && failed.includes(cause) && others.length > 0;
  return {
    id,
    state,
    causes: [...new Set([code, ...failed].filter((each) => each !== ''))],
    problem: problem?.message ?? '',
    aloneFor:
      unknownOutcomes.has(code) && code !== cause
        ? 'Whether its last call was carried out is not known. Look first.'
        : isMixed
          ? `It failed on other accounts for another cause (${others.join(', ')}), and would be announced on those too.`
          : null,
  };
}
