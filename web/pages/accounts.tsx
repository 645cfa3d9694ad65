import { useEffect, useRef } from 'preact/hooks';
import type { Accounts } from '../../src/protocol/accounts-api';
import { AccountCard } from '../accounts/account-card';
import { FailureList } from '../accounts/failure-list';
import { Quota } from '../accounts/quota';
import { api } from '../api';
import { ErrorMessage } from '../components/error-message';
import { Loading } from '../components/loading';
import { usePage } from '../components/use-page';
import { words } from '../messages/words';
import { listen } from '../live-events';
import { useResource } from '../resource';

export function AccountsPage() {
  const main = usePage(words.accounts.title);
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
  const { value, error } = accounts;
  return (
    <main id="main" {...main}>
      <div class="heading">
        <h1>{words.accounts.title}</h1>
        {value.value !== null && <Summary accounts={value.value} />}
        <span class="gap" />
        <button type="button" onClick={reload}>
          {words.accounts.refresh}
        </button>
      </div>
      <ErrorMessage error={error.value} again={reload} />
      {value.value === null && error.value === null && <Loading />}
      {value.value !== null && <Shown accounts={value.value} done={reload} />}
    </main>
  );
}

function Summary({ accounts: { accounts } }: { accounts: Accounts }) {
  const failing = accounts.filter(({ failures }) => failures.length > 0).length;
  return (
    <span class="muted" role="status">
      {failing === 0
        ? words.counts.accounts(accounts.length)
        : words.accounts.summaryFailing(accounts.length, failing)}
    </span>
  );
}

function Shown({
  accounts: { trouble, workspace, accounts, failures, isCut },
  done,
}: {
  accounts: Accounts;
  done: () => void;
}) {
  return (
    <>
      {trouble !== null && (
        <div class="panel trouble" role="alert">
          <p>
            <bdi lang="en">{trouble}</bdi> {words.accounts.onlyKnown}
          </p>
        </div>
      )}
      {workspace !== null && <Quota workspace={workspace} />}
      {failures.length > 0 && (
        <section class="panel account failing" aria-labelledby="workspace-title">
          <h2 id="workspace-title">{words.accounts.workspace}</h2>
          <p class="muted">{words.accounts.workspaceFails}</p>
          <FailureList label={words.accounts.failuresOfWorkspace} failures={failures} done={done} />
        </section>
      )}
      {accounts.length === 0 && <p class="empty">{words.accounts.none}</p>}
      <ul class="accounts">
        {accounts.map((account) => (
          <AccountCard key={account.id} account={account} done={done} />
        ))}
      </ul>
      {isCut && <p class="muted">{words.accounts.isCut}</p>}
    </>
  );
}
