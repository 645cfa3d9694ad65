import { inboxOrder, isOverdue } from '../../src/domain/inbox-order';
import { endOfDayMs } from '../time-text';

type GroupName = 'overdue' | 'today' | 'later';

interface Waiting {
  since: string;
  dueAt: string | null;
}

export interface InboxGroup<Item> {
  name: GroupName;
  items: readonly Item[];
}

/** What is overdue, what is due before the reader's day ends, and the rest; a group without items is left out. */
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
