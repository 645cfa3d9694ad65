/** The connected accounts, what fails on each, and which releases wait because of it. */
import { withLinks, type ApplicationLinks } from '../domain/application-links';
import type { ReleaseName } from '../domain/identity';
import type { ReleaseStatus } from '../domain/status';
import { targetOutcome } from '../domain/target-outcome';
import { platformMessage } from '../domain/target-remedy';
import { failureCause, type FailureCause } from '../social/failure-kind';
import type { Account } from '../social/replies';

interface AccountHealth {
  id: string;
  platform: string;
  handle: string | null;
  displayName: string | null;
  /** The service's own word; null: only releases know of the account. */
  status: string | null;
  /** What keeps it from publishing, though no release may wait for it; null: nothing, or it is not known. */
  fault: string | null;
  failures: AccountFailure[];
}

interface AccountFailure extends FailureCause {
  /** As `locrelease retry --failed --cause` takes it. */
  cause: string;
  /** In the platform's own words, each once. */
  messages: string[];
  releases: AffectedRelease[];
}

interface AffectedRelease extends ReleaseName {
  id: string;
  state: ReleaseStatus['state'];
  since: string | null;
}

interface AccountsHealth {
  accounts: AccountHealth[];
  /** What stopped announcements and is of no single account: the credential, the plan, the service. */
  failures: AccountFailure[];
}

/** Enough to understand a cause, if each release was told something else. */
const MOST_MESSAGES = 3;

/** `connected`: as the service lists them; null: it could not be asked. */
export function accountsHealth(
  connected: readonly Account[] | null,
  undecided: readonly ReleaseStatus[],
  links: ApplicationLinks = {},
): AccountsHealth {
  const accounts = new Map<string, AccountHealth>();
  for (const account of connected ?? []) accounts.set(account.id, healthOf(account));
  const others: AccountFailure[] = [];
  for (const release of undecided) {
    const failed = failedTargets(release);
    for (const { accountId, platform, ...failure } of failed) {
      const known = accounts.get(accountId) ?? unlisted(accountId, platform);
      accounts.set(accountId, known);
      addFailure(known.failures, failure, release);
    }
    if (failed.length > 0 || release.problem === null || release.state !== 'parked') continue;
    const named = [...accounts.values()].flatMap((account) => {
      const message = linesNaming(account.id, release.problem?.message ?? '');
      return message === '' ? [] : [{ account, message }];
    });
    const { code, message } = release.problem;
    for (const { account, message: own } of named)
      addFailure(account.failures, { code, message: own }, release);
    if (named.length === 0 && release.stage === 'announce') addFailure(others, { code, message }, release);
  }
  for (const account of accounts.values()) account.fault &&= withLinks(account.fault, links);
  for (const failure of [...others, ...[...accounts.values()].flatMap(({ failures }) => failures)])
    failure.advice = withLinks(failure.advice, links);
  return { accounts: [...accounts.values()].sort(failingFirst), failures: others };
}

function healthOf({
  id,
  platform,
  handle,
  displayName,
  status,
  canPublish,
  isManual,
}: Account): AccountHealth {
  return {
    ...{ id, platform, displayName, status, failures: [] },
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

/** Disconnected since, or the service could not be asked. */
function unlisted(id: string, platform: string | null): AccountHealth {
  const unknown = { handle: null, displayName: null, status: null, fault: null };
  return { id, platform: platform ?? '', ...unknown, failures: [] };
}

interface Failure {
  code: string;
  message: string;
}

function failedTargets({ announcement }: ReleaseStatus): (Failure & {
  accountId: string;
  platform: string | null;
})[] {
  return (announcement?.targets ?? [])
    .filter((target) => targetOutcome(target) === 'failed')
    .map(({ accountId, platform, errorCode, message }) => ({
      accountId,
      platform,
      code: errorCode ?? 'no code',
      message: platformMessage({ message, errorCode }) ?? '',
    }));
}

/** Of a problem with several lines, those about the account. */
function linesNaming(accountId: string, message: string): string {
  const isNamed = (line: string): boolean =>
    line
      .split(`account ${accountId}`)
      .some(
        (after, index, parts) => index > 0 && !/\w$/.test(parts[index - 1] ?? '') && !/^[\w-]/.test(after),
      );
  return message
    .split('\n')
    .filter(isNamed)
    .map((line) => line.replace(/^- /, ''))
    .join(' ');
}

function addFailure(failures: AccountFailure[], { code, message }: Failure, release: ReleaseStatus): void {
  let failure = failures.find(({ cause }) => cause === code);
  if (failure === undefined) {
    failure = { cause: code, ...failureCause(code, message), messages: [], releases: [] };
    failures.push(failure);
  }
  if (message !== '' && failure.messages.length < MOST_MESSAGES && !failure.messages.includes(message))
    failure.messages.push(message);
  const { id, project, name, state, waitingFor } = release;
  failure.releases.push({ id, project, name, state, since: waitingFor?.since ?? null });
}

/** What needs somebody stands on top. */
function failingFirst(one: AccountHealth, other: AccountHealth): number {
  const urgency = ({ failures, fault, status }: AccountHealth): number =>
    failures.length > 0 ? 2 : fault !== null || status === null ? 1 : 0;
  return urgency(other) - urgency(one);
}
