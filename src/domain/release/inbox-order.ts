/** In which order what waits for a person is shown. */
interface Waiting {
  since: string;
  dueAt: string | null;
}

export const isOverdue = ({ dueAt }: Waiting, nowMs: number): boolean =>
  dueAt !== null && Date.parse(dueAt) < nowMs;

/** Due soonest first, so that what is overdue is on top; then what has waited longest. */
export function inboxOrder<Item extends Waiting>(items: readonly Item[]): Item[] {
  const dueMs = ({ dueAt }: Item): number => (dueAt === null ? Infinity : Date.parse(dueAt));
  return [...items].sort((one, other) => {
    if (dueMs(one) !== dueMs(other)) return dueMs(one) - dueMs(other);
    return Date.parse(one.since) - Date.parse(other.since);
  });
}
