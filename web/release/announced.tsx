import { targetOutcome, type TargetOutcome } from '../../src/domain/target-outcome';
import type { AnnouncedTarget, ReleaseStatus } from '../../src/domain/status';
import type { AnnouncementPreview } from '../../src/protocol/console-api';
import { Icon } from '../components/icon';
import { targetIcon } from './target-icon';

/** What became of the announcement: where it is to be read, and why it is not on the other accounts. */
export function Announced({
  status,
  preview,
}: {
  status: ReleaseStatus;
  preview: AnnouncementPreview | null;
}) {
  if (status.announcement === null) return null;
  const { targets } = status.announcement;
  const isLive = targets.some((target) => targetOutcome(target) === 'published');
  const handles = new Map(preview?.accounts.map(({ id, handle }) => [id, handle]));
  return (
    <section aria-labelledby="announced-title">
      <h2 id="announced-title">Announcement</h2>
      {isLive && typeof preview?.text === 'string' && (
        <p class="preview-text" dir="auto">
          {preview.text}
        </p>
      )}
      {targets.length === 0 && <p class="muted">No account has a result yet.</p>}
      <ul class="targets">
        {targets.map((target) => (
          <Target key={target.accountId} target={target} handle={handles.get(target.accountId) ?? null} />
        ))}
      </ul>
    </section>
  );
}

/** An outcome that we do not know is told in the service's own word. */
const outcomeWords: Readonly<Record<Exclude<TargetOutcome, 'unknown'>, string>> = {
  published: 'published',
  failed: 'failed',
  pending: 'on its way',
};

function Target({ target, handle }: { target: AnnouncedTarget; handle: string | null }) {
  const { accountId, platform, status, errorCode, message, link = null } = target;
  const outcome = targetOutcome(target);
  return (
    <li class={outcome === 'failed' ? 'failed' : ''}>
      <span>
        <Icon name={targetIcon(target)} /> <bdi>{handle ?? accountId}</bdi>{' '}
        <span class="muted">
          {platform ?? 'unknown platform'}
          {handle !== null && `, ${accountId}`}
        </span>
      </span>
      <span class="target-status">
        {outcome === 'unknown' ? status : outcomeWords[outcome]}
        {errorCode !== null && <code>{errorCode}</code>}
        {link !== null && /^https?:/.test(link) && (
          <a href={link} target="_blank" rel="noreferrer">
            See the post <Icon name="out" />
          </a>
        )}
      </span>
      {message !== null && (
        <p class="target-message" dir="auto">
          {message}
        </p>
      )}
    </li>
  );
}
