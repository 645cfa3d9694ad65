/** In which order what waits for a person is shown. */
interface Waiting {
  since: string;
  dueAt: string | null;
}

export const isOverdue = ({ dueAt }: Waiting, nowMs: number): boolean =>
  dueAt !== null && Date.parse(dueAt) < nowMs;

/** Overdue first, the longest overdue on top; then the newest. */
export function inboxOrder<Item extends Waiting>(items: readonly Item[], nowMs: number): Item[] {
  const rank = (item: Item): number => (isOverdue(item, nowMs) ? 0 : 1);
  return [...items].sort((one, other) => {
    if (rank(one) !== rank(other)) return rank(one) - rank(other);
    if (isOverdue(one, nowMs)) return Date.parse(one.dueAt ?? '') - Date.parse(other.dueAt ?? '');
    return Date.parse(other.since) - Date.parse(one.since);
  });
}
