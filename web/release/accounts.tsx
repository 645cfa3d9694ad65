import { capitalized } from '../../src/domain/sentence';
import { targetOutcome } from '../../src/domain/target-outcome';
import { causeOf, failedAccounts } from '../../src/domain/problems/failed-account';
import type { AnnouncedTarget, ReleaseStatus } from '../../src/domain/status';
import type { AnnouncementPreview } from '../../src/protocol/console-api';
import { Icon } from '../components/icon';
import { When } from '../components/when';
import { counted, numberText } from '../count-text';
import { accountCards, announcementStanding, type AccountCard } from './account-cards';
import { PlatformMark } from './platform-mark';
import { targetIcon } from './target-icon';

const titles = { ahead: 'Will be announced', made: 'Announcement', never: 'Not announced' };

const outcomes = { published: 'published', failed: 'failed', pending: 'on its way', unsent: 'not sent yet' };

/** The announcement, account by account: what it says there, what became of it, and what would mend it. */
export function Accounts({
  status,
  preview,
}: {
  status: ReleaseStatus;
  preview: AnnouncementPreview | null;
}) {
  const standing = announcementStanding(status, preview);
  if (standing === null) return null;
  const { text, at } = preview ?? { text: null, at: null };
  const cards = accountCards(status, preview);
  // What nobody has asked for is not on its way.
  const isSent = status.announcement?.accepted === true || (status.announcement?.sentAt ?? null) !== null;
  return (
    <section aria-labelledby="announcement-title">
      <h2 id="announcement-title">{titles[standing]}</h2>
      {standing === 'never' && (
        <p class="muted">The release ended before its announcement. Nothing was posted.</p>
      )}
      {standing === 'ahead' && at !== null && (
        <p class="muted">
          Not before <When at={at} />
        </p>
      )}
      {standing === 'ahead' && text === null && (
        <p>
          The draft <code>{preview?.postId}</code>, as prepared in the application.
        </p>
      )}
      {standing === 'made' && cards.length === 0 && <p class="muted">No account has a result yet.</p>}
      {standing !== 'never' && (
        <ul class="accounts">
          {cards.map((card) => (
            <Card key={card.id} card={card} text={card.target?.text ?? text} isSent={isSent} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Card({ card, text, isSent }: { card: AccountCard; text: string | null; isSent: boolean }) {
  const { id, platform, handle, target } = card;
  const outcome = target === null ? null : targetOutcome(target);
  return (
    <li class={`account ${outcome ?? 'ahead'}`}>
      <p class="account-name">
        <PlatformMark platform={platform} />
        <span>
          <bdi>{handle ?? id}</bdi>{' '}
          <span class="muted">
            {platform === '' ? 'unknown platform' : <bdi>{platform}</bdi>}
            {handle !== null && (
              <>
                {', '}
                <bdi>{id}</bdi>
              </>
            )}
          </span>
        </span>
        {target !== null && <State target={target} isSent={isSent} />}
      </p>
      {target !== null && outcome === 'failed' && <Failure target={target} />}
      {text !== null && <Text card={card} text={text} isThere={outcome !== 'failed'} />}
    </li>
  );
}

function State({ target, isSent }: { target: AnnouncedTarget; isSent: boolean }) {
  const { status, link = null } = target;
  const outcome = targetOutcome(target);
  return (
    <span class="account-state">
      <Icon name={targetIcon(target)} />{' '}
      {outcome === 'unknown' ? (
        <bdi>{status}</bdi>
      ) : (
        outcomes[outcome === 'pending' && !isSent ? 'unsent' : outcome]
      )}
      {link !== null && /^https?:/.test(link) && (
        <a href={link} target="_blank" rel="noreferrer">
          See the post <Icon name="out" />
        </a>
      )}
    </span>
  );
}

function Failure({ target }: { target: AnnouncedTarget }) {
  const [failed] = failedAccounts([target]);
  if (failed === undefined) return null;
  const { code, said } = failed;
  const { cause, fix } = causeOf(failed);
  return (
    <dl class="failure">
      <dt>Why</dt>
      <dd>
        {capitalized(cause)}.{code !== null && <code>{code}</code>}
      </dd>
      {said !== null && (
        <>
          <dt>The platform says</dt>
          <dd dir="auto">{said}</dd>
        </>
      )}
      <dt>What to do</dt>
      <dd>{fix}</dd>
    </dl>
  );
}

/** Where it failed, the text is not there, and is shown only to whoever asks what it was. */
function Text({ card, text, isThere }: { card: AccountCard; text: string; isThere: boolean }) {
  const shown = (
    <p class="account-text" dir="auto">
      {text}
    </p>
  );
  return (
    <>
      {isThere ? (
        shown
      ) : (
        <details>
          <summary>Text that was not posted</summary>
          {shown}
        </details>
      )}
      <Length card={card} />
    </>
  );
}

function Length({ card: { platform, length, most } }: { card: AccountCard }) {
  if (length === null) return null;
  if (most === null) return <p class="length">{counted(length, 'character')}</p>;
  const isTooLong = length > most;
  return (
    <p class={`length ${isTooLong ? 'lacks' : ''}`}>
      {numberText(length)} of {counted(most, 'character')}
      {isTooLong && `: too long for ${platform}`}
    </p>
  );
}
