/** The connected accounts, what fails on each, and which releases wait because of it. */
import { withLinks, type ApplicationLinks } from '../domain/application-links';
import { causeOf, failedAccounts, type FailedAccount } from '../domain/problems/failed-account';
import { utcForm } from '../domain/problems/problem';
import { describeProblem } from '../domain/problems/problem-catalogue';
import type { ReleaseStatus } from '../domain/release/status';
import type { AccountFailure, AccountRow, Accounts } from '../protocol/accounts-api';
import type { Account } from '../social/replies';
import type { Config } from '../config/config';
import { SocialClient } from '../social/social-client';
import { cachedFor } from './shared-read';

const MOST_MESSAGES = 3;

/** `connected`: the accounts as the service lists them. null: the service could not be reached. */
export function accountsHealth(
  connected: readonly Account[] | null,
  undecided: readonly ReleaseStatus[],
  links: ApplicationLinks = {},
): Pick<Accounts, 'accounts' | 'failures'> {
  const accounts = new Map<string, AccountRow>();
  for (const account of connected ?? []) accounts.set(account.id, healthOf(account));
  const others: AccountFailure[] = [];
  for (const release of undecided) {
    const failed = failedAccounts(release.announcement?.targets);
    for (const account of failed) {
      const known = accounts.get(account.id) ?? unlisted(account);
      accounts.set(account.id, known);
      const { cause, fix } = causeOf(account);
      addFailure(known.failures, { ...account, why: cause, advice: fix }, release);
    }
    const { problem, state, stage, facts } = release;
    if (failed.length > 0 || problem === null || state !== 'parked') continue;
    const { what, evidence, fix } = describeProblem({ ...problem, facts }, utcForm);
    const { code } = problem;
    const named = [...accounts.values()].flatMap((account) => {
      const why = linesNaming(account.id, [what, ...evidence]);
      return why === '' ? [] : [{ account, why }];
    });
    for (const { account, why } of named)
      addFailure(account.failures, { code, said: null, why, advice: fix }, release);
    const quoted = typeof facts.said === 'string' ? facts.said : null;
    if (named.length === 0 && stage === 'announce')
      addFailure(others, { code, said: quoted, why: what, advice: fix }, release);
  }
  for (const account of accounts.values()) account.fault &&= withLinks(account.fault, links);
  for (const failure of [...others, ...[...accounts.values()].flatMap(({ failures }) => failures)])
    failure.advice = withLinks(failure.advice, links);
  return { accounts: [...accounts.values()].sort(failingFirst), failures: others };
}

function healthOf({ id, platform, handle, displayName, status, canPublish, isManual }: Account): AccountRow {
  return {
    id,
    platform,
    displayName,
    status,
    failures: [],
    handle: handle === '' ? null : handle,
    fault: faultOf({ status, canPublish, isManual }),
  };
}

function faultOf({ status, canPublish, isManual }: Pick<Account, 'status' | 'canPublish' | 'isManual'>) {
  if (status === 'expired') return 'Its authorization has expired. Authorize it again in the application.';
  if (status === 'expiring') return 'Its authorization expires soon. Authorize it again in the application.';
  if (isManual) return 'People post on it by hand. A release cannot announce on it.';
  return canPublish === false
    ? 'The service cannot publish on it. Check its permissions in the application.'
    : null;
}

/** The account was disconnected since, or the service could not be reached. */
function unlisted({ id, platform, handle }: FailedAccount): AccountRow {
  return { id, platform, handle: handle ?? null, displayName: null, status: null, fault: null, failures: [] };
}

function linesNaming(accountId: string, lines: readonly string[]): string {
  const isNamed = (line: string): boolean =>
    line
      .split(`account ${accountId}`)
      .some(
        (after, index, parts) => index > 0 && !/\w$/.test(parts[index - 1] ?? '') && !/^[\w-]/.test(after),
      );
  return lines
    .filter(isNamed)
    .map((line) => line.replace(/^- /, ''))
    .join(' ');
}

function addFailure(
  failures: AccountFailure[],
  {
    code,
    said: quoted,
    why,
    advice,
  }: Pick<AccountFailure, 'why' | 'advice'> & { code: string | null; said: string | null },
  release: ReleaseStatus,
): void {
  const cause = code ?? 'no code';
  let failure = failures.find((known) => known.cause === cause);
  if (failure === undefined) {
    failure = { cause, why, advice, messages: [], releases: [] };
    failures.push(failure);
  }
  const isNew = quoted !== null && quoted !== '' && !failure.messages.includes(quoted);
  if (isNew && failure.messages.length < MOST_MESSAGES) failure.messages.push(quoted);
  const { id, project, name, state, waitingFor } = release;
  failure.releases.push({ id, project, name, state, since: waitingFor?.since ?? null });
}

function failingFirst(one: AccountRow, other: AccountRow): number {
  const urgency = ({ failures, fault, status }: AccountRow): number =>
    failures.length > 0 ? 2 : fault !== null || status === null ? 1 : 0;
  return urgency(other) - urgency(one);
}

const CACHE_MS = 5 * 60_000;
/** A failed read is repeated sooner. */
const FAILURE_CACHE_MS = 30_000;
const PATIENCE_MS = 2_000;

export function accountHandles(config: Pick<Config, 'social'>): () => Promise<ReadonlyMap<string, string>> {
  const readCached = cachedFor(CACHE_MS, () => readHandles(config));
  return cachedFor(FAILURE_CACHE_MS, () => readCached().catch(() => new Map<string, string>()));
}

async function readHandles(config: Pick<Config, 'social'>): Promise<Map<string, string>> {
  const social = new SocialClient(config.social());
  try {
    const { accounts } = (await social.accounts({ signal: AbortSignal.timeout(PATIENCE_MS) })).data;
    return new Map(accounts.map(({ id, handle }) => [id, handle]));
  } finally {
    await social.close();
  }
}
