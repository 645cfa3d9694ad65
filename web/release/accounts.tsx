import { targetOutcome, type TargetOutcome } from '../../src/domain/target-outcome';
import { platformMessage, targetRemedy } from '../../src/domain/target-remedy';
import type { AnnouncedTarget, ReleaseStatus } from '../../src/domain/status';
import type { AnnouncementPreview } from '../../src/protocol/console-api';
import { Icon } from '../components/icon';
import { When } from '../components/when';
import { countText, numberText } from '../count-text';
import { accountCards, announcementStanding, type AccountCard } from './account-cards';
import { PlatformMark } from './platform-mark';
import { targetIcon } from './target-icon';

const titles = { ahead: 'Will be announced', made: 'Announcement', never: 'Not announced' };

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
            <Card key={card.id} card={card} text={card.target?.text ?? text} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Card({ card, text }: { card: AccountCard; text: string | null }) {
  const { id, platform, handle, target } = card;
  const outcome = target === null ? null : targetOutcome(target);
  return (
    <li class={`account ${outcome ?? 'ahead'}`}>
      <p class="account-name">
        <PlatformMark platform={platform} />
        <span>
          <bdi>{handle ?? id}</bdi>{' '}
          <span class="muted">
            {platform === '' ? 'unknown platform' : platform}
            {handle !== null && `, ${id}`}
          </span>
        </span>
        {target !== null && <State target={target} />}
      </p>
      {target !== null && outcome === 'failed' && <Failure target={target} />}
      {text !== null && <Text card={card} text={text} isThere={outcome !== 'failed'} />}
    </li>
  );
}

/** An outcome that we do not know is told in the service's own word. */
const stateWords: Readonly<Record<Exclude<TargetOutcome, 'unknown'>, string>> = {
  published: 'published',
  failed: 'failed',
  pending: 'on its way',
};

function State({ target }: { target: AnnouncedTarget }) {
  const { status, link = null } = target;
  const outcome = targetOutcome(target);
  return (
    <span class="account-state">
      <Icon name={targetIcon(target)} /> {outcome === 'unknown' ? status : stateWords[outcome]}
      {link !== null && /^https?:/.test(link) && (
        <a href={link} target="_blank" rel="noreferrer">
          See the post <Icon name="out" />
        </a>
      )}
    </span>
  );
}

function Failure({ target }: { target: AnnouncedTarget }) {
  const { cause, advice } = targetRemedy(target.errorCode);
  const said = platformMessage(target);
  return (
    <dl class="failure">
      <dt>Why</dt>
      <dd>
        {cause}
        {target.errorCode !== null && <code>{target.errorCode}</code>}
      </dd>
      {said !== null && (
        <>
          <dt>The platform says</dt>
          <dd dir="auto">{said}</dd>
        </>
      )}
      <dt>What to do</dt>
      <dd>{advice}</dd>
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
          <summary>The text that is not there</summary>
          {shown}
        </details>
      )}
      <Length card={card} />
    </>
  );
}

function Length({ card: { platform, length, most } }: { card: AccountCard }) {
  if (length === null) return null;
  if (most === null) return <p class="length">{countText(length, 'character')}</p>;
  const isTooLong = length > most;
  return (
    <p class={`length ${isTooLong ? 'lacks' : ''}`}>
      {numberText(length)} of {countText(most, 'character')}
      {isTooLong && `: too long for ${platform}`}
    </p>
  );
}
