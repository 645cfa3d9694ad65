import type { Inbox as InboxAnswer, InboxItem as Item } from '../../src/protocol/console-api';
import { nowMs } from '../clock';
import { ErrorMessage } from '../components/error-message';
import { Loading } from '../components/loading';
import { numberText } from '../count-text';
import type { Resource } from '../resource';
import { waitingCount } from '../title';
import { EmptyInbox } from './empty-inbox';
import { inboxGroups, type InboxGroup } from './inbox-groups';
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
