/** When people are reminded of a review, and when somebody else is told that it runs out of time. */
const SHORTEST_LEAD_MS = 15 * 60_000;

/**
 * How long before the deadline: a fifth of the time, and not less than a quarter of an hour, or nobody could act on it. A
 * review of which that would be more than half is too short to be escalated: null.
 */
export function escalationLeadMs(deadlineMs: number): number | null {
  const leadMs = Math.max(deadlineMs / 5, SHORTEST_LEAD_MS);
  return leadMs <= deadlineMs / 2 ? leadMs : null;
}

/** What people will still be told of an open review, the earliest first. Pauses have moved all of it, as they moved its end. */
export function callsAhead(
  {
    dueAtMs,
    deadlineMs,
    remindersMs,
  }: { dueAtMs: number; deadlineMs: number; remindersMs: readonly number[] },
  nowMs: number,
): { kind: 'reminder' | 'escalation'; atMs: number }[] {
  const leadMs = escalationLeadMs(deadlineMs);
  const reminders = remindersMs.map((afterMs) => ({
    kind: 'reminder' as const,
    atMs: dueAtMs - deadlineMs + afterMs,
  }));
  const escalation = leadMs === null ? [] : [{ kind: 'escalation' as const, atMs: dueAtMs - leadMs }];
  return [...reminders, ...escalation].filter(({ atMs }) => atMs > nowMs).sort((a, b) => a.atMs - b.atMs);
}
