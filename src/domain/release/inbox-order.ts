interface Waiting {
  since: string;
  dueAt: string | null;
}

export const isOverdue = ({ dueAt }: Waiting, nowMs: number): boolean =>
  dueAt !== null && Date.parse(dueAt) < nowMs;

/** The soonest due date comes first, so that overdue items are on top; then the longest wait. */
export function inboxOrder<Item extends Waiting>(items: readonly Item[]): Item[] {
  const dueMs = ({ dueAt }: Item): number => (dueAt === null ? Infinity : Date.parse(dueAt));
  return [...items].sort((one, other) => {
    if (dueMs(one) !== dueMs(other)) return dueMs(one) - dueMs(other);
    return Date.parse(one.since) - Date.parse(other.since);
  });
}
