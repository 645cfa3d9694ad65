import type { AnnouncedTarget, ReleaseStatus } from '../../src/domain/status';
import { targetOutcome } from '../../src/domain/target-outcome';
import type { ReleaseName } from '../api';
import { Icon } from '../components/icon';
import { Resolution } from './resolution';
import { targetIcon } from './target-icon';

/** What became of the announcement on each account, and how to repeat it where it failed. */
export function Announced({
  status,
  release,
  done,
}: {
  status: ReleaseStatus;
  release: ReleaseName;
  done: () => void;
}) {
  const targets = status.announcement?.targets ?? [];
  if (status.announcement === null) return null;
  const failed = targets.filter((target) => targetOutcome(target) === 'failed');
  return (
    <section aria-labelledby="announced-title">
      <h2 id="announced-title">Announcement</h2>
      {targets.length === 0 && <p class="muted">No account has a result yet.</p>}
      <ul class="targets">
        {targets.map((target) => (
          <Target key={target.accountId} target={target} />
        ))}
      </ul>
      {failed.length > 0 && (status.state === 'partial' || status.state === 'parked') && (
        <Resolution action="retry" release={release} done={done}>
          Announce again on failed accounts
        </Resolution>
      )}
    </section>
  );
}

function Target({ target }: { target: AnnouncedTarget }) {
  const { accountId, platform, status, errorCode, message } = target;
  return (
    <li class={targetOutcome(target) === 'failed' ? 'failed' : ''}>
      <span>
        <Icon name={targetIcon(target)} /> <bdi>{accountId}</bdi>{' '}
        <span class="muted">{platform ?? 'unknown platform'}</span>
      </span>
      <span class="target-status">
        {status}
        {errorCode !== null && <code>{errorCode}</code>}
      </span>
      {message !== null && (
        <p class="target-message" dir="auto">
          {message}
        </p>
      )}
    </li>
  );
}
