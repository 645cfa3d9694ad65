import { applicationLinks, withLinks, type ApplicationLinks } from '../../src/domain/application-links';
import { causeOf, failedAccounts } from '../../src/domain/problems/failed-account';
import { capitalized } from '../../src/domain/text/sentence';
import { endedStates } from '../../src/domain/release/release-states';
import type { AnnouncedTarget, ReleaseStatus, ReleaseView } from '../../src/domain/release/status';
import { targetOutcome, type TargetOutcome } from '../../src/domain/release/target-outcome';
import type { AnnouncementPreview, ReleaseDetails } from '../../src/protocol/console-api';
import { AccountName, Length } from '../components/account-name';
import { Icon } from '../components/icon';
import { Fact, LinkedText } from '../components/text';
import { When } from '../components/when';

export interface AccountCard {
  id: string;
  platform: string;
  handle: string | null;
  /** The length as the platform counts it; null where the text is not known here. */
  length: number | null;
  most: number | null;
  /** The result on the account; null: there is none yet. */
  target: AnnouncedTarget | null;
}

/** The requested accounts first, then those that only the post itself names. */
export function accountCards(
  { announcement }: Pick<ReleaseStatus, 'announcement'>,
  preview: AnnouncementPreview | null,
): AccountCard[] {
  const targets = new Map(announcement?.targets.map((target) => [target.accountId, target]));
  const previewed = preview?.accounts ?? [];
  const others = [...targets.values()].filter(
    ({ accountId }) => !previewed.some(({ id }) => id === accountId),
  );
  return [
    ...previewed.map((account) => ({ ...account, target: targets.get(account.id) ?? null })),
    ...others.map((target) => ({
      id: target.accountId,
      platform: target.platform ?? '',
      handle: null,
      length: null,
      most: null,
      target,
    })),
  ];
}

/** Whether the announcement lies ahead, is made or under way, or will never be made; null: there is none. */
export function announcementStanding(
  status: Pick<ReleaseStatus, 'announcement' | 'state' | 'stages'> &
    Partial<Pick<ReleaseStatus, 'stage' | 'problem'>>,
  preview: AnnouncementPreview | null,
): 'ahead' | 'made' | 'never' | null {
  if (status.announcement !== null) return 'made';
  if (preview === null) return null;
  // The announcement was begun, and a person must find out its result.
  if (status.stage === 'announce' && (status.problem ?? null) !== null) return 'made';
  const stage = status.stages.find(({ name }) => name === 'announce')?.state;
  if (stage === 'running') return 'made';
  return endedStates.has(status.state) || stage === 'done' || stage === 'skipped' ? 'never' : 'ahead';
}

const icons = {
  published: 'check',
  failed: 'cross',
  pending: 'running',
  // The outcome is neither good nor bad: the service's own word is next to the icon.
  unknown: 'dot',
} as const satisfies Record<TargetOutcome, string>;

export function targetIcon(target: AnnouncedTarget): (typeof icons)[TargetOutcome] {
  return icons[targetOutcome(target)];
}

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
        <ul class="cards accounts">
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

interface CardProps {
  card: AccountCard;
  text: string | null;
  isSent: boolean;
  links: ApplicationLinks;
}

function Card({ card, text, isSent, links }: CardProps) {
  const { target } = card;
  const outcome = target === null ? null : targetOutcome(target);
  return (
    <li class={`account stack ${outcome ?? 'ahead'}`}>
      <div class="row">
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
    <span class="account-state row">
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
    <dl class="failure facts">
      <Fact name="Why">
        {capitalized(cause)}.{code !== null && <code>{code}</code>}
      </Fact>
      {said !== null && (
        <Fact name="The platform says" dir="auto">
          {said}
        </Fact>
      )}
      <Fact name="What to do">
        <LinkedText text={withLinks(fix, links)} />
      </Fact>
    </dl>
  );
}

interface TextProps {
  card: AccountCard;
  text: string;
  isThere: boolean;
}

/** Where the post failed, its text is folded away, because it was not posted. */
function Text({ card: { platform, length, most }, text, isThere }: TextProps) {
  const shown = (
    <p class="account-text raised" dir="auto">
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
          <Length platform={platform} length={length} most={most} />
        </p>
      )}
    </>
  );
}
