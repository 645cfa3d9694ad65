import type { InboxItem } from '../../src/protocol/console-api';

export const isOverdue = ({ dueAt }: InboxItem, nowMs: number): boolean =>
  dueAt !== null && Date.parse(dueAt) < nowMs;

/** Overdue first, the longest overdue on top; then the newest. */
export function inboxOrder(items: readonly InboxItem[], nowMs: number): InboxItem[] {
  const rank = (item: InboxItem): number => (isOverdue(item, nowMs) ? 0 : 1);
  return items.toSorted((one, other) => {
    if (rank(one) !== rank(other)) return rank(one) - rank(other);
    if (isOverdue(one, nowMs)) return Date.parse(one.dueAt ?? '') - Date.parse(other.dueAt ?? '');
    return Date.parse(other.since) - Date.parse(one.since);
  });
}
