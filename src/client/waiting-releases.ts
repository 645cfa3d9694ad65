/** Releases that can be tried again now, and why they could not go on. */
import { possibleActions, unknownOutcomes } from '../domain/problems/choices';
import { failedAccounts } from '../domain/problems/failed-account';
import { utcForm } from '../domain/problems/problem';
import { tell } from '../domain/problems/table';
import { sentence } from '../domain/sentence';
import type { ReleaseStatus } from '../domain/status';
import type { ReleaseClient } from './release-client';
import type { UnreadableRelease } from './unreadable-release';

export interface WaitingRelease {
  id: string;
  state: ReleaseStatus['state'];
  /** Codes of its problem and of the accounts on which its announcement failed. */
  causes: string[];
  /** What it says of its problem. */
  problem: string;
  /** Why it is not retried together with others, but by its id; null: it may be. */
  aloneFor: string | null;
}

type Releases = Pick<ReleaseClient, 'open'>;

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
  const leave = ({ id, why }: UnreadableRelease): void =>
    void found.push({
      id,
      state: 'parked',
      causes: [],
      problem: why,
      aloneFor: `It cannot be read: ${sentence(why)}`,
    });
  for await (const { status } of releaseClient.open({ waiting: 'decision', project }, leave)) {
    if (possibleActions(status).includes('retry')) found.push(waitingRelease(status, cause));
  }
  return found;
}

function waitingRelease(
  { id, state, problem, announcement, facts }: ReleaseStatus,
  cause: string | undefined,
): WaitingRelease {
  const code = problem?.code ?? '';
  const failed = failedAccounts(announcement?.targets).map((account) => account.code ?? 'no code');
  const others = [...new Set(failed.filter((each) => each !== cause))];
  const isMixed = state === 'partial' && cause !== undefined && failed.includes(cause) && others.length > 0;
  return {
    id,
    state,
    causes: [...new Set([code, ...failed].filter((each) => each !== ''))],
    problem: problem === null ? '' : tell({ ...problem, facts }, utcForm).what,
    aloneFor:
      unknownOutcomes.has(code) && code !== cause
        ? 'Whether its last call was carried out is not known. Look first.'
        : isMixed
          ? `It failed on other accounts for another cause (${others.join(', ')}), and would be announced on those too.`
          : null,
  };
}
