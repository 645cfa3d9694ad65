import { useSignal } from '@preact/signals';
import { releasePath, reviewPath } from '../../src/domain/console-paths';
import { describeProblem } from '../../src/domain/problems/problem-catalogue';
import { inboxOrder, isOverdue } from '../../src/domain/release/inbox-order';
import type { Inbox as InboxResponse, InboxItem } from '../../src/protocol/console-api';
import { Button } from '../components/form';
import { Icon } from '../components/icon';
import { waitingCount } from '../components/page';
import { Branch, ReleaseTitle } from '../components/release-name';
import { ErrorMessage, Loading, type Resource } from '../components/resource';
import { Fact } from '../components/text';
import { nowMs, When } from '../components/when';
import { endOfDayMs, numberText, timeLeftText } from '../format';
import { ChoiceDialog } from '../release/choices';
import { pageForm } from '../release/stage-words';
import { ReviewProgress } from '../review/people';
import { savedPlace } from '../review/saving/saved-review';
import { may, me } from '../session';

const groups = { overdue: 'Overdue', today: 'Due today', later: 'Later' };

export function Inbox({ inbox }: { inbox: Resource<InboxResponse> }) {
  const { items, waiting } = inbox.value.value ?? { items: null, waiting: 0 };
  return (
    <section aria-labelledby="inbox-title">
      <h1 id="inbox-title">
        Inbox {waitingCount.value > 0 && <span class="count">{numberText(waitingCount.value)}</span>}
      </h1>
      <ErrorMessage error={inbox.error.value} again={inbox.reload} />
      {items === null && inbox.error.value === null && <Loading />}
      {items?.length === 0 && <EmptyInbox />}
      {items !== null && items.length < waiting && (
        <p class="muted">
          Of {numberText(waiting)} releases that wait, these {numberText(items.length)} have waited longest.
        </p>
      )}
      {items !== null &&
        inboxGroups(items, nowMs.value).map((group) => (
          <section
            key={group.name}
            class={`inbox-group ${group.name}`}
            aria-labelledby={`inbox-${group.name}`}
          >
            <h2 id={`inbox-${group.name}`}>
              {groups[group.name]} <span class="count">{group.items.length}</span>
            </h2>
            <ul class="inbox">
              {group.items.map((item) => (
                <WaitingItem key={item.id} item={item} done={inbox.reload} />
              ))}
            </ul>
          </section>
        ))}
    </section>
  );
}

/** Explains to a first-time reader what will appear here, and when. */
function EmptyInbox() {
  return (
    <div class="panel empty-inbox stack">
      <p class="strong">
        <Icon name="check" /> No release is waiting for a person.
      </p>
      <p>
        Everything that needs a person appears here by itself, and is counted in the header and in the page
        title:
      </p>
      <dl class="facts">
        <Fact name="Term reviews">
          when the term scan of a release has ended. Each has a deadline, and says what happens then if nobody
          decides.
        </Fact>
        <Fact name="Decisions">
          when a release is parked because it cannot go on by itself, or when an announcement failed on some
          accounts.
        </Fact>
      </dl>
    </div>
  );
}

type GroupName = keyof typeof groups;

/** The groups are overdue, due before the reader's day ends, and later; an empty group is left out. */
export function inboxGroups<Item extends Pick<InboxItem, 'since' | 'dueAt'>>(
  items: readonly Item[],
  nowMs: number,
) {
  const dayEndsMs = endOfDayMs(nowMs);
  const groupOf = (item: Item): GroupName => {
    if (isOverdue(item, nowMs)) return 'overdue';
    return item.dueAt !== null && Date.parse(item.dueAt) < dayEndsMs ? 'today' : 'later';
  };
  const ordered = inboxOrder(items);
  return (['overdue', 'today', 'later'] as const)
    .map((name) => ({ name, items: ordered.filter((item) => groupOf(item) === name) }))
    .filter((group) => group.items.length > 0);
}

interface ItemProps {
  item: InboxItem;
  done: () => void;
}

const kinds = { terms: 'Term review', decision: 'Decision' };

const atDeadline = { reject: 'rejected', confirm: 'confirmed', end: 'closed' };

function WaitingItem({ item, done }: ItemProps) {
  const place = savedPlace(item, item.taskId);
  const what = item.problem === null ? item.what : describeProblem(item.problem, pageForm).what;
  return (
    <li class={`edge ${isOverdue(item, nowMs.value) ? 'overdue red' : ''}`}>
      <span class={`inbox-kind ${item.kind === 'terms' ? 'amber' : 'red'}`}>
        <Icon name={item.kind === 'terms' ? 'hand' : 'stop'} />
        {kinds[item.kind]}
      </span>
      <div class="inbox-what stack break">
        <a class="inbox-name" href={releasePath(item)}>
          <ReleaseTitle project={item.project} name={item.name} />
        </a>
        <span class="inbox-facts row muted small">
          <Branch name={item.branch} />
          {item.state === 'paused' && <span>paused</span>}
          {item.starter !== null && (
            <span>
              started by <bdi>{item.starter}</bdi>
            </span>
          )}
          {item.kind === 'decision' && item.languages.length > 0 && <bdi>{item.languages.join(', ')}</bdi>}
        </span>
        <span class="inbox-text" dir="auto" title={what}>
          {what}
        </span>
        {place !== null && item.kind === 'terms' && (
          <ReviewProgress
            done={Math.min(place.done, item.terms ?? place.total)}
            total={item.terms ?? place.total}
          />
        )}
      </div>
      <div class="inbox-times stack muted small">
        <Due item={item} />
        <span>
          {item.dueAt !== null && (
            <>
              at <When at={item.dueAt} />
              {', '}
            </>
          )}
          waiting since <When at={item.since} />
        </span>
      </div>
      <div class="inbox-act row">
        {item.kind === 'terms' ? (
          <Review item={item} isBegun={place !== null} />
        ) : (
          <Decide item={item} done={done} />
        )}
      </div>
    </li>
  );
}

function Review({ item, isBegun }: { item: InboxItem; isBegun: boolean }) {
  if (!may('review')) return <ViewOnlyLink href={reviewPath(item)} label="See the terms" />;
  const isOwn = item.startedBy !== null && item.startedBy === me.value;
  return (
    <>
      <a class={`button ${isOwn ? '' : 'primary'}`} href={reviewPath(item)}>
        {isBegun ? 'Continue the review' : 'Review the terms'}
      </a>
      {isOwn && <span class="muted">You started it. Somebody else must confirm.</span>}
    </>
  );
}

function Decide({ item, done }: ItemProps) {
  const asking = useSignal(false);
  if (!may('operate')) return <ViewOnlyLink href={releasePath(item)} label="See the problem" />;
  const retry = item.choices.find(({ action }) => action === 'retry');
  return (
    <>
      {retry !== undefined && (
        <Button class="primary" onClick={() => (asking.value = true)}>
          {retry.label}
        </Button>
      )}
      {retry !== undefined && asking.value && (
        <ChoiceDialog
          choice={retry}
          release={item}
          since={item.since}
          done={done}
          onLeave={() => (asking.value = false)}
        />
      )}
      <a class={`button ${retry === undefined ? 'primary' : ''}`} href={releasePath(item)}>
        Decide
      </a>
    </>
  );
}

function ViewOnlyLink({ href, label }: { href: string; label: string }) {
  return (
    <>
      <a class="button" href={href}>
        {label}
      </a>
      <span class="muted">Your role can see it, but not decide on it.</span>
    </>
  );
}

function Due({ item: { dueAt, onDue } }: { item: InboxItem }) {
  if (dueAt === null) return <span class="due">no deadline</span>;
  const leftMs = Date.parse(dueAt) - nowMs.value;
  const time = <time dateTime={dueAt}>{timeLeftText(Math.abs(leftMs))}</time>;
  const then = leftMs < 0 ? ', will be ' : ', then ';
  return (
    <strong class="due">
      {leftMs < 0 ? 'overdue by ' : 'due in '}
      {time}
      {onDue !== null && `${then}${atDeadline[onDue]}`}
    </strong>
  );
}
