import { inboxOrder, isOverdue } from '../../src/domain/release/release-lists';
import type { Inbox as InboxAnswer, InboxItem as Item } from '../../src/protocol/console-api';
import { Icon } from '../components/icon';
import { waitingCount } from '../components/page';
import { ErrorMessage, Loading, type Resource } from '../components/resource';
import { nowMs } from '../components/when';
import { endOfDayMs, numberText } from '../format';
import { InboxItem } from './inbox-item';

const groups = { overdue: 'Overdue', today: 'Due today', later: 'Later' };

export function Inbox({ inbox }: { inbox: Resource<InboxAnswer> }) {
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
          <Group key={group.name} group={group} done={inbox.reload} />
        ))}
    </section>
  );
}

function Group({ group: { name, items }, done }: { group: InboxGroup<Item>; done: () => void }) {
  const titleId = `inbox-${name}`;
  return (
    <section class={`inbox-group ${name}`} aria-labelledby={titleId}>
      <h2 id={titleId}>
        {groups[name]} <span class="count">{items.length}</span>
      </h2>
      <ul class="inbox">
        {items.map((item) => (
          <InboxItem key={item.id} item={item} isOverdue={name === 'overdue'} done={done} />
        ))}
      </ul>
    </section>
  );
}

/** Explains to a first-time reader what will appear here, and when. */
function EmptyInbox() {
  return (
    <div class="panel empty-inbox">
      <p class="empty-inbox-title">
        <Icon name="check" /> No release is waiting for a person.
      </p>
      <p>
        Everything that needs a person appears here by itself, and is counted in the header and in the page
        title:
      </p>
      <dl>
        <div>
          <dt>Term reviews</dt>
          <dd>
            when the term scan of a release has ended. Each has a deadline, and says what happens then if
            nobody decides.
          </dd>
        </div>
        <div>
          <dt>Decisions</dt>
          <dd>
            when a release is parked because it cannot go on by itself, or when an announcement failed on some
            accounts.
          </dd>
        </div>
      </dl>
    </div>
  );
}

type GroupName = 'overdue' | 'today' | 'later';

interface Waiting {
  since: string;
  dueAt: string | null;
}

interface InboxGroup<Item> {
  name: GroupName;
  items: readonly Item[];
}

/** The groups are overdue, due before the reader's day ends, and later; an empty group is left out. */
export function inboxGroups<Item extends Waiting>(items: readonly Item[], nowMs: number): InboxGroup<Item>[] {
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
