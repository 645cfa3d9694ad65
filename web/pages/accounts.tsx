import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { capitalized } from '../../src/domain/text/sentence';
import type { AccountFailure, AccountRow, Accounts } from '../../src/protocol/accounts-api';
import { RetryDialog } from '../accounts/retry-dialog';
import { api } from '../api';
import { PlatformMark, platformName } from '../components/account-name';
import { Button } from '../components/form';
import { StateBadge } from '../components/icon';
import { usePage } from '../components/page';
import { ReleaseLink } from '../components/release-name';
import { Loaded, useResource } from '../components/resource';
import { LinkedText } from '../components/text';
import { When } from '../components/when';
import { counted, numberText } from '../format';
import { listen } from '../live-events';
import { may } from '../session';

export function AccountsPage() {
  const main = usePage('Accounts');
  const isFresh = useRef(true);
  const accounts = useResource('accounts', () => api.accounts(isFresh.current));
  const reload = (): void => {
    isFresh.current = true;
    accounts.reload();
  };
  useEffect(() => {
    const follow = (): void => {
      isFresh.current = false;
      accounts.reload();
    };
    return listen(null, { releases: follow });
  }, []);
  // The dialog is here and not in the list of failures, which shrinks with the retry, so that its result stays visible.
  const retried = useSignal<AccountFailure | null>(null);
  return (
    <main id="main" {...main}>
      <div class="heading">
        <h1>Accounts</h1>
        {accounts.value.value !== null && <Summary accounts={accounts.value.value} />}
        <span class="gap" />
        <Button onClick={reload}>Refresh</Button>
      </div>
      <Loaded of={{ ...accounts, reload }}>
        {(value) => <Shown {...value} onRetry={(failure) => (retried.value = failure)} />}
      </Loaded>
      {retried.value !== null && (
        <RetryDialog failure={retried.value} onLeave={() => (retried.value = null)} onDone={reload} />
      )}
    </main>
  );
}

function Summary({ accounts: { accounts } }: { accounts: Accounts }) {
  const failing = accounts.filter(({ failures }) => failures.length > 0).length;
  return (
    <span class="muted" role="status">
      {failing === 0
        ? counted(accounts.length, 'account')
        : `${counted(accounts.length, 'account')}, ${failing} with releases that wait`}
    </span>
  );
}

interface Retrying {
  onRetry: (failure: AccountFailure) => void;
}

function Shown({ trouble, workspace, accounts, failures, isCut, onRetry }: Accounts & Retrying) {
  return (
    <>
      {trouble !== null && (
        <div class="panel trouble row" role="alert">
          <p>
            <bdi>{trouble}</bdi> Only accounts that releases use are listed below.
          </p>
        </div>
      )}
      {workspace !== null && <Quota workspace={workspace} />}
      {failures.length > 0 && (
        <section class="panel account stack failing" aria-labelledby="workspace-title">
          <h2 id="workspace-title">The workspace</h2>
          <p class="muted">Announcements wait, and no single account is the reason.</p>
          <FailureList label="What fails on the workspace" failures={failures} onRetry={onRetry} />
        </section>
      )}
      {accounts.length === 0 && (
        <p class="empty">
          No account is connected. Connect one in the application of the social service, then refresh.
        </p>
      )}
      <ul class="cards accounts">
        {accounts.map((account) => (
          <AccountCard key={account.id} account={account} onRetry={onRetry} />
        ))}
      </ul>
      {isCut && (
        <p class="muted">
          More releases wait for a decision than this page checks. The inbox lists all of them.
        </p>
      )}
    </>
  );
}

function AccountCard({ account, onRetry }: Retrying & { account: AccountRow }) {
  const { id, platform, handle, displayName, status, fault, failures } = account;
  const isFailing = failures.length > 0 || status === 'expired';
  return (
    <li class={`panel account stack ${isFailing ? 'failing' : ''}`}>
      <div class="heading">
        <PlatformMark platform={platform} />
        <h2>
          <bdi>{handle ?? displayName ?? id}</bdi>
        </h2>
        <span class="muted">
          <bdi>{platformName(platform)}</bdi>
          {', '}
          <code>{id}</code>
        </span>
        <span class="gap" />
        <AccountState status={status} />
      </div>
      {fault !== null && (
        <p class={status === 'expired' ? 'lacks' : 'muted'} dir="auto">
          {fault}
        </p>
      )}
      {status === null && <p class="muted">The service does not list this account now.</p>}
      {failures.length === 0 && fault === null && status !== null && (
        <p class="muted">No release waits because of it.</p>
      )}
      <FailureList label={`What fails on ${handle ?? id}`} failures={failures} onRetry={onRetry} />
    </li>
  );
}

const tones: Readonly<Record<string, string>> = { active: 'done', expiring: 'waiting', expired: 'failed' };

/** Shows the service's own word. */
function AccountState({ status }: { status: string | null }) {
  const isListed = status !== null && status !== '';
  return (
    <span class={`badge plain state-${tones[status ?? ''] ?? 'unknown'}`}>
      {isListed ? <bdi>{status}</bdi> : 'not listed'}
    </span>
  );
}

/** Shows each cause once: the platform's message, its fix, and the releases that wait because of it. */
function FailureList({
  label,
  failures,
  onRetry,
}: Retrying & { label: string; failures: readonly AccountFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <ul class="failures stack loose" aria-label={label}>
      {failures.map((failure) => (
        <Failure key={failure.cause} failure={failure} onRetry={onRetry} />
      ))}
    </ul>
  );
}

function Failure({ failure, onRetry }: Retrying & { failure: AccountFailure }) {
  const { cause, why, messages, advice, releases } = failure;
  return (
    <li class="stack tight">
      <p>
        <strong dir="auto">{capitalized(why)}</strong> <code>{cause}</code>
      </p>
      {messages.map((message) => (
        <blockquote key={message} class="edge" dir="auto">
          {message}
        </blockquote>
      ))}
      <p class="failure-advice" dir="auto">
        <LinkedText text={advice} />
      </p>
      <p class="muted">
        {counted(releases.length, 'release')} {releases.length === 1 ? 'waits' : 'wait'}:
      </p>
      <ul class="stack tight">
        {releases.map(({ id, state, since }) => (
          <li key={id} class="row">
            <ReleaseLink id={id} />
            <StateBadge state={state} />
            {since !== null && (
              <span class="muted">
                since <When at={since} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {may('operate') ? (
        <div class="buttons">
          <Button aria-label={`Retry all with this cause: ${why}`} onClick={() => onRetry(failure)}>
            Retry all with this cause…
          </Button>
        </div>
      ) : (
        <p class="muted">Your role can see this, but not retry it.</p>
      )}
    </li>
  );
}

const LOW = 0.1;

/** The quota is the workspace's, shared by all of its accounts. */
function Quota({ workspace: { name, scheduledPosts } }: { workspace: NonNullable<Accounts['workspace']> }) {
  return (
    <p class="muted">
      {name !== '' && (
        <>
          Workspace <bdi>{name}</bdi>.
        </>
      )}{' '}
      {scheduledPosts === null ? (
        'The plan has no limit on scheduled posts.'
      ) : (
        <span class={scheduledPosts.left < scheduledPosts.limit * LOW ? 'lacks' : ''}>
          {numberText(scheduledPosts.left)} of {numberText(scheduledPosts.limit)} scheduled posts are left
          this month.
        </span>
      )}
    </p>
  );
}
