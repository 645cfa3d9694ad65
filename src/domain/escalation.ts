/** When somebody else is told that a review runs out of time. */
const SHORTEST_LEAD_MS = 15 * 60_000;

/**
 * How long before the deadline: a fifth of the time, and not less than a quarter of an hour, or nobody could act on it. A
 * review of which that would be more than half is too short to be escalated: null.
 */
export function escalationLeadMs(deadlineMs: number): number | null {
  const leadMs = Math.max(deadlineMs / 5, SHORTEST_LEAD_MS);
  return leadMs <= deadlineMs / 2 ? leadMs : null;
}
