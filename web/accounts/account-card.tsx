import type { AccountRow } from '../../src/protocol/accounts-api';
import { FailureList } from './failure-list';
import { platformMark, platformName } from './platform';

export function AccountCard({ account, done }: { account: AccountRow; done: () => void }) {
  const { id, platform, handle, displayName, status, fault, failures } = account;
  const isFailing = failures.length > 0 || status === 'expired';
  return (
    <li class={`panel account ${isFailing ? 'failing' : ''}`}>
      <div class="heading">
        <span class="platform-mark" aria-hidden="true">
          {platformMark(platform)}
        </span>
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
      <FailureList label={`What fails on ${handle ?? id}`} failures={failures} done={done} />
    </li>
  );
}

const tones: Readonly<Record<string, string>> = { active: 'done', expiring: 'waiting', expired: 'failed' };

/** In the service's own word. */
function AccountState({ status }: { status: string | null }) {
  const isListed = status !== null && status !== '';
  return (
    <span class={`badge plain state-${tones[status ?? ''] ?? 'unknown'}`}>
      {isListed ? <bdi>{status}</bdi> : 'not listed'}
    </span>
  );
}
