import type { Inbox as InboxAnswer, InboxItem } from '../../src/protocol/console-api';
import { releasePath, reviewPath } from '../../src/domain/console-paths';
import { nowMs } from '../clock';
import { Icon } from '../components/icon';
import { ErrorMessage } from '../components/error-message';
import { When } from '../components/when';
import type { Resource } from '../resource';
import { timeLeftText } from '../time-text';
import { inboxOrder, isOverdue } from '../../src/domain/inbox-order';

export function Inbox({ inbox }: { inbox: Resource<InboxAnswer> }) {
  const items = inbox.value.value?.items ?? null;
  return (
    <section aria-labelledby="inbox-title">
      <h1 id="inbox-title">
        Inbox {items !== null && items.length > 0 && <span class="count">{items.length}</span>}
      </h1>
      <ErrorMessage error={inbox.error.value} again={inbox.reload} />
      {items === null && inbox.error.value === null && <p class="loading">Loading…</p>}
      {items?.length === 0 && (
        <p class="empty">
          No release is waiting for a person. What needs a review or a decision comes here by itself.
        </p>
      )}
      {items !== null && items.length > 0 && (
        <ul class="inbox">
          {inboxOrder(items).map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Item({ item }: { item: InboxItem }) {
  const overdue = isOverdue(item, nowMs.value);
  return (
    <li class={overdue ? 'overdue' : ''}>
      <a href={item.kind === 'terms' ? reviewPath(item) : releasePath(item)}>
        <span class={`inbox-kind ${item.kind}`}>
          <Icon name={item.kind === 'terms' ? 'hand' : 'stop'} />
          {item.kind === 'terms' ? 'Review terms' : 'Decide'}
        </span>
        <span class="inbox-name">
          <bdi class="project">{item.project}</bdi> <bdi class="name">{item.name}</bdi>
        </span>
        <span class="inbox-what" dir="auto">
          {item.what}
        </span>
        <span class="inbox-times">
          <span>
            since <When at={item.since} />
          </span>
          <Due item={item} />
        </span>
      </a>
    </li>
  );
}

const outcomes = { reject: ', then rejected', confirm: ', then confirmed', end: ', then closed' } as const;

function Due({ item: { dueAt, onDue } }: { item: InboxItem }) {
  if (dueAt === null) return null;
  const leftMs = Date.parse(dueAt) - nowMs.value;
  if (leftMs < 0) return <strong class="due">overdue by {timeLeftText(-leftMs)}</strong>;
  return (
    <span class="due">
      due in <time dateTime={dueAt}>{timeLeftText(leftMs)}</time>
      {onDue !== null && outcomes[onDue]}
    </span>
  );
}
