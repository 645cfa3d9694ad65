/** Releases that can be tried again now, and why they could not go on. */
import { possibleActions, unknownOutcomes } from '../../domain/problems/choices';
import { byCode, failedAccounts } from '../../domain/problems/failed-account';
import { callRows } from '../../domain/problems/other-rows';
import { releaseRows } from '../../domain/problems/release-rows';
import { localizationRemedies } from '../../localization/remedies';
import { socialRemedies } from '../../social/remedies';
import { utcForm } from '../../domain/problems/problem';
import { tell } from '../../domain/problems/table';
import { sentence } from '../../domain/text/sentence';
import type { ReleaseStatus } from '../../domain/release/status';
import { unknownValue } from '../../domain/text/suggest-word';
import { STARTED_BY_MEMO } from '../../domain/release/release-start';
import type { RetryPlan } from '../../protocol/accounts-api';
import type { InboxItem } from '../../protocol/console-api';
import { memoOf, statusIn, type Run } from '../../temporal/runs';
import type { ReleaseClient } from './release-client';
import type { UnreadableRelease } from './unreadable-release';
import { releaseRow } from './release-row';

/** `causes`: codes of its problem and of the accounts on which its announcement failed. */
export type WaitingRelease = RetryPlan[number];

/** What may stop a release, whether or not one waits for it now. */
const knownCauses: readonly string[] = [
  ...Object.keys({ ...releaseRows, ...callRows, ...byCode }),
  ...[...localizationRemedies, ...socialRemedies].map(({ code }) => String(code)),
]
  .filter((code, place, all) => all.indexOf(code) === place)
  .sort();

/** Why a cause is that of no release, or null. Where nothing waits, it may be that of one tomorrow. */
export function causeFault(cause: string, waiting: readonly WaitingRelease[]): string | null {
  const present = [...new Set(waiting.flatMap(({ causes }) => causes))].sort();
  const valid = waiting.length > 0 ? present : knownCauses;
  if (valid.includes(cause)) return null;
  return `No release waits with the cause "${cause}". It ${unknownValue(cause, valid)}.`;
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

/** A release that waits for a person, as the inbox shows it. */
interface ReadItem {
  item: InboxItem;
  /** Whether the release has said so itself; otherwise only the list has. */
  isExact: boolean;
}

/** null: it waits no longer. `fourEyes`: who started it must not be the one who confirms its terms. */
export function inboxItem(run: Run, fourEyes: boolean): ReadItem | null {
  const status = statusIn(run);
  if (status === null) return { item: roughItem(run), isExact: false };
  if (status.waitingFor === null) return null;
  const { id, project, name, state, taskId, terms } = status;
  const { kind, since, dueAt: due, onDue = null } = status.waitingFor;
  // A deadline stands still in a pause.
  const dueAt = status.paused === null ? due : null;
  const { startedBy: starter, branch, languages } = releaseRow(run);
  const shared = { id, project, name, state, kind, since, dueAt, onDue, taskId, starter, branch, languages };
  if (kind !== 'terms')
    return {
      item: {
        ...{ ...shared, what: problemText(status), terms: null },
        ...{ choices: status.choices, startedBy: null },
        problem: status.problem && { code: status.problem.code, facts: status.facts },
      },
      isExact: true,
    };
  const startedBy = fourEyes ? memoOf(run, STARTED_BY_MEMO) : null;
  const item: InboxItem = {
    ...{ ...shared, what: termsText(status), terms: terms?.total ?? null, choices: [] },
    problem: null,
    startedBy: typeof startedBy === 'string' ? startedBy : null,
  };
  return { item, isExact: true };
}

function roughItem(run: Run): InboxItem {
  const row = releaseRow(run);
  const { id, project, name, waitingFor, waitingSince, startedAt, state, branch, languages } = row;
  const kind = waitingFor === 'terms' ? 'terms' : 'decision';
  const what = kind === 'terms' ? 'Terms to review' : 'Decision needed';
  const since = waitingSince ?? startedAt;
  const unknown = {
    problem: null,
    dueAt: null,
    onDue: null,
    taskId: null,
    terms: null,
    choices: [],
    startedBy: null,
  };
  const facts = { starter: row.startedBy, branch, languages };
  return { id, project, name, kind, what, since, state, ...facts, ...unknown };
}

function termsText({ terms, languages }: ReleaseStatus): string {
  const what =
    terms === null
      ? 'Terms to review'
      : `${terms.total.toLocaleString('en')} term${terms.total === 1 ? '' : 's'}`;
  return `${what} → ${languages.join(', ')}`;
}

function problemText({ problem, facts }: ReleaseStatus): string {
  return problem === null ? 'Decision needed' : tell({ ...problem, facts }, utcForm).what;
}
