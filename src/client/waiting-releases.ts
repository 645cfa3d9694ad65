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

type Releases = Pick<ReleaseClient, 'list' | 'status'>;

interface Wanted {
  project: string | undefined;
  /** Only those that have it; and nothing that failed for another one is tried again. */
  cause: string | undefined;
}

export async function releasesToRetry(
  releaseClient: Releases,
  { project, cause }: Wanted,
): Promise<WaitingRelease[]> {
  const found: WaitingRelease[] = [];
  for await (const view of undecidedReleases(releaseClient, project)) {
    if (view.problem?.actions.includes('retry') === true) found.push(waitingRelease(view, cause));
  }
  return found;
}

/** All that wait for a decision, as they are now. */
export async function* undecidedReleases(
  releaseClient: Releases,
  project?: string,
): AsyncGenerator<ReleaseView> {
  let ids: string[] = [];
  const read = (): Promise<ReleaseView[]> => Promise.all(ids.map((id) => releaseClient.status(id)));
  for await (const { id, waitingFor } of releaseClient.list({ waiting: 'decision', project })) {
    if (waitingFor === 'decision') ids.push(id);
    if (ids.length < READ_AT_ONCE) continue;
    yield* await read();
    ids = [];
  }
  yield* await read();
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
