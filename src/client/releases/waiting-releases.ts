/** Releases that can be retried now, with the reasons why they stopped. */
import { possibleActions, unknownOutcomes } from '../../domain/problems/choices';
import { byCode, failedAccounts } from '../../domain/problems/failed-account';
import { callRows } from '../../domain/problems/call-and-end-problems';
import { parkingRows } from '../../domain/problems/parking-reasons';
import { localizationRemedies } from '../../localization/remedies';
import { socialRemedies } from '../../social/remedies';
import { utcForm } from '../../domain/problems/problem';
import { describeProblem } from '../../domain/problems/problem-catalogue';
import { sentence } from '../../domain/text/sentence';
import type { ReleaseStatus } from '../../domain/release/status';
import { unknownValue } from '../../domain/text/suggest-word';
import type { RetryPlan } from '../../protocol/accounts-api';
import type { InboxItem } from '../../protocol/console-api';
import { statusIn, type Run } from '../../temporal/runs';
import type { ReleaseClient } from './release-client';
import type { UnreadableRelease } from './unreadable-release';
import { releaseRow } from './release-row';

/** `causes`: the codes of its problem, and of the accounts on which its announcement failed. */
export type WaitingRelease = RetryPlan[number];

/** The codes that may stop a release, whether or not one waits now. */
const knownCauses: readonly string[] = [
  ...Object.keys({ ...parkingRows, ...callRows, ...byCode }),
  ...[...localizationRemedies, ...socialRemedies].map(({ code }) => String(code)),
]
  .filter((code, place, all) => all.indexOf(code) === place)
  .sort();

/** Why no release can have this cause. null: one can, even if none has it now. */
export function causeFault(cause: string, waiting: readonly WaitingRelease[]): string | null {
  const present = [...new Set(waiting.flatMap(({ causes }) => causes))].sort();
  if ([...present, ...knownCauses].includes(cause)) return null;
  return `"${cause}" is no cause of a problem. It ${unknownValue(cause, present.length > 0 ? present : knownCauses)}.`;
}

type Releases = Pick<ReleaseClient, 'open'>;

/**
 * `cause` decides which releases are left alone; those with other causes are listed too, so that a wrong cause can be
 * named.
 */
export async function releasesToRetry(
  releases: Releases,
  { project, cause }: { project: string | undefined; cause: string | undefined },
): Promise<WaitingRelease[]> {
  const found: WaitingRelease[] = [];
  const leave = ({ id, why: problem }: UnreadableRelease): void => {
    const aloneFor = `It cannot be read: ${sentence(problem)}`;
    found.push({ id, state: 'parked', causes: [], problem, aloneFor });
  };
  for await (const { status } of releases.open({ waiting: 'decision', project }, leave))
    if (possibleActions(status).includes('retry')) found.push(waitingRelease(status, cause));
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
    problem: problem === null ? '' : describeProblem({ ...problem, facts }, utcForm).what,
    aloneFor:
      unknownOutcomes.has(code) && code !== cause
        ? 'Whether its last call was carried out is not known. Look first.'
        : isMixed
          ? `It failed on other accounts for another cause (${others.join(', ')}), and would be announced on those too.`
          : null,
  };
}

export interface RetriedRelease extends WaitingRelease {
  outcome: 'taken' | 'refused' | 'not tried';
  /** Why the retry was refused or not tried. null: it was accepted, or an earlier error ended the retries. */
  message: string | null;
}

export interface RetryFailure {
  message: string;
  /** The error was unexpected, or nothing responds any more, so the rest is not retried. */
  isOver: boolean;
}

/** Retries one after the other, and reports each result. A refused one does not stop the others. */
export async function retryReleases(
  wanted: readonly WaitingRelease[],
  retry: (id: string) => Promise<unknown>,
  failureOf: (error: unknown) => RetryFailure,
): Promise<RetriedRelease[]> {
  const retried: RetriedRelease[] = [];
  let isOver = false;
  for (const release of wanted) {
    if (isOver || release.aloneFor !== null) {
      retried.push({ ...release, outcome: 'not tried', message: isOver ? null : release.aloneFor });
      continue;
    }
    try {
      await retry(release.id);
      retried.push({ ...release, outcome: 'taken', message: null });
    } catch (error) {
      const failure = failureOf(error);
      ({ isOver } = failure);
      retried.push({ ...release, outcome: 'refused', message: failure.message });
    }
  }
  return retried;
}

/**
 * null: it no longer waits. With `fourEyes`, the person who started it must not confirm its terms. Without a readable
 * status the item comes from Temporal's list alone.
 */
export function inboxItem(run: Run, fourEyes: boolean): InboxItem | null {
  const status = statusIn(run);
  const listed = listedItem(run);
  if (status === null) return listed;
  if (status.waitingFor === null) return null;
  const { state, taskId, terms, paused, problem, facts, choices } = status;
  const { kind, since, dueAt, onDue = null } = status.waitingFor;
  // The deadline does not run during a pause.
  const item = { ...listed, kind, since, state, taskId, onDue, dueAt: paused === null ? dueAt : null };
  const more =
    kind === 'terms'
      ? {
          what: termsText(status),
          terms: terms?.total ?? null,
          startedBy: fourEyes ? listed.starter : null,
        }
      : {
          what: problem === null ? 'Decision needed' : describeProblem({ ...problem, facts }, utcForm).what,
          choices,
          problem: problem && { code: problem.code, facts },
        };
  return { ...item, ...more };
}

function listedItem(run: Run): InboxItem {
  const row = releaseRow(run);
  const { id, project, name, state, branch, languages, startedBy: starter } = row;
  const kind = row.waitingFor === 'terms' ? 'terms' : 'decision';
  return {
    id,
    project,
    name,
    kind,
    state,
    starter,
    branch,
    languages,
    what: kind === 'terms' ? 'Terms to review' : 'Decision needed',
    since: row.waitingSince ?? row.startedAt,
    dueAt: null,
    onDue: null,
    taskId: null,
    terms: null,
    problem: null,
    startedBy: null,
    choices: [],
  };
}

function termsText({ terms, languages }: ReleaseStatus): string {
  const what =
    terms === null
      ? 'Terms to review'
      : `${terms.total.toLocaleString('en')} term${terms.total === 1 ? '' : 's'}`;
  return `${what} → ${languages.join(', ')}`;
}
