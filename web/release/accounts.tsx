import { applicationLinks, withLinks, type ApplicationLinks } from '../../src/domain/application-links';
import { causeOf, failedAccounts } from '../../src/domain/problems/failed-account';
import { capitalized } from '../../src/domain/text/sentence';
import type { AnnouncedTarget, ReleaseView } from '../../src/domain/release/status';
import { targetOutcome } from '../../src/domain/release/status-words';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { AccountName, Length } from '../components/account-name';
import { Icon } from '../components/icon';
import { LinkedText } from '../components/linked-text';
import { When } from '../components/when';
import { type AccountCard, accountCards, announcementStanding, targetIcon } from './account-cards';

const titles = { ahead: 'Will be announced', made: 'Announcement', never: 'Not announced' };

const outcomes = { published: 'published', failed: 'failed', pending: 'on its way', unsent: 'not sent yet' };

export function Accounts({
  view: { status, announcement: preview },
  heading: Heading,
}: {
  view: ReleaseDetails;
  heading: 'h2' | 'h3';
}) {
  const standing = announcementStanding(status, preview);
  if (standing === null) return null;
  const { text, at } = preview ?? { text: null, at: null };
  const cards = accountCards(status, preview);
  const { links } = status.facts;
  const pages = typeof links === 'object' && links !== null ? applicationLinks({ ...links }) : {};
  return (
    <section aria-labelledby="announcement-title">
      <Heading id="announcement-title">{titles[standing]}</Heading>
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
            <Card
              key={card.id}
              card={card}
              text={card.target?.text ?? text}
              isSent={isSent(status)}
              links={pages}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** An account without an accepted request is not on its way. */
function isSent({ announcement }: ReleaseView): boolean {
  return announcement?.accepted === true || (announcement?.sentAt ?? null) !== null;
}

function Card({
  card,
  text,
  isSent,
  links,
}: {
  card: AccountCard;
  text: string | null;
  isSent: boolean;
  links: ApplicationLinks;
}) {
  const { target } = card;
  const outcome = target === null ? null : targetOutcome(target);
  return (
    <li class={`account ${outcome ?? 'ahead'}`}>
      <div class="account-top">
        <AccountName account={card} />
        {target !== null && <State target={target} isSent={isSent} />}
      </div>
      {target !== null && outcome === 'failed' && <Failure target={target} links={links} />}
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

function Failure({ target, links }: { target: AnnouncedTarget; links: ApplicationLinks }) {
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
      <dd>
        <LinkedText text={withLinks(fix, links)} />
      </dd>
    </dl>
  );
}

/** Where the post failed, its text is folded away, because it was not posted. */
function Text({
  card: { platform, length, most },
  text,
  isThere,
}: {
  card: AccountCard;
  text: string;
  isThere: boolean;
}) {
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
      {length !== null && (
        <p>
          <Length {...{ platform, length, most }} />
        </p>
      )}
    </>
  );
}
