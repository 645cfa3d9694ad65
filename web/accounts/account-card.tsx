import type { AccountFailure, AccountRow } from '../../src/protocol/accounts-api';
import { FailureList } from './failure-list';
import { PlatformMark } from '../release/platform-mark';
import { platformName } from './platform';

export function AccountCard({
  account,
  onRetry,
}: {
  account: AccountRow;
  onRetry: (failure: AccountFailure) => void;
}) {
  const { id, platform, handle, displayName, status, fault, failures } = account;
  const isFailing = failures.length > 0 || status === 'expired';
  return (
    <li class={`panel account ${isFailing ? 'failing' : ''}`}>
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

/** In the service's own word. */
function AccountState({ status }: { status: string | null }) {
  const isListed = status !== null && status !== '';
  return (
    <span class={`badge plain state-${tones[status ?? ''] ?? 'unknown'}`}>
      {isListed ? <bdi>{status}</bdi> : 'not listed'}
    </span>
  );
}
