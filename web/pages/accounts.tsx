import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AccountFailure, Accounts } from '../../src/protocol/accounts-api';
import { AccountCard } from '../accounts/account-card';
import { FailureList } from '../accounts/failure-list';
import { Quota } from '../accounts/quota';
import { RetryDialog } from '../accounts/retry-dialog';
import { api } from '../api';
import { ErrorMessage } from '../components/error-message';
import { Loading } from '../components/loading';
import { usePage } from '../components/use-page';
import { counted } from '../count-text';
import { listen } from '../live-events';
import { useResource } from '../resource';

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
    return listen(null, { releases: follow, reconnected: follow });
  }, []);
  // Here, and not with what failed: that goes as soon as the retry is taken, and what became of it is to be read.
  const retried = useSignal<AccountFailure | null>(null);
  const { value, error } = accounts;
  return (
    <main id="main" {...main}>
      <div class="heading">
        <h1>Accounts</h1>
        {value.value !== null && <Summary accounts={value.value} />}
        <span class="gap" />
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <ErrorMessage error={error.value} again={reload} />
      {value.value === null && error.value === null && <Loading />}
      {value.value !== null && (
        <Shown accounts={value.value} onRetry={(failure) => (retried.value = failure)} />
      )}
      {retried.value !== null && (
        <RetryDialog {...retried.value} onLeave={() => (retried.value = null)} done={reload} />
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

function Shown({
  accounts: { trouble, workspace, accounts, failures, isCut },
  onRetry,
}: {
  accounts: Accounts;
  onRetry: (failure: AccountFailure) => void;
}) {
  return (
    <>
      {trouble !== null && (
        <div class="panel trouble" role="alert">
          <p>
            <bdi>{trouble}</bdi> Only accounts that releases use are listed below.
          </p>
        </div>
      )}
      {workspace !== null && <Quota workspace={workspace} />}
      {failures.length > 0 && (
        <section class="panel account failing" aria-labelledby="workspace-title">
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
      <ul class="accounts">
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
