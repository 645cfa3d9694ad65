/** The rules for operators' decisions about the terms of a release, and their effects on its record. */
import { fourEyesFault } from './four-eyes';
import type { ReleaseInput } from '../release/release-input';
import type { ReleaseRecord, Review, ReviewDecision } from '../release/release-record';
import { stageOf } from '../release/release-transitions';

export function reviewFault(record: ReleaseRecord, { terms }: ReleaseInput['spec']): string | null {
  const decision = record.review?.decision ?? null;
  if (decision !== null && record.terms?.total === 0)
    return `There are no terms to review: ${decision.why ?? 'the list is empty'}.`;
  if (decision !== null)
    return `Too late: ${decision.by} has ${decision.confirmed ? 'confirmed' : 'rejected'} the terms already.`;
  const { state } = stageOf(record, 'confirm');
  if (state === 'waiting' && record.terms !== null) return null;
  if (!terms.scan || terms.confirmation !== 'operator') return 'This release does not ask for a term review.';
  if (state === 'pending' || state === 'running') return 'Too early: the term scan has not ended yet.';
  if (state === 'failed')
    return 'The release is parked. Resolve that first; what was changed in the terms is kept.';
  return 'Too late: the term review is over.';
}

/** Unlike a decision, an edit is possible while the release is parked in its review. */
export function editFault(record: ReleaseRecord, spec: ReleaseInput['spec']): string | null {
  const isParked = stageOf(record, 'confirm').state === 'failed' && record.state === 'parked';
  const isOpen = isParked && record.terms !== null && record.review?.decision === null;
  return isOpen ? null : reviewFault(record, spec);
}

/** Time in which nobody could decide does not count. */
export function reviewDeadlineAtMs(review: Review, { deadline }: Pick<ReviewTimes, 'deadline'>): number {
  return review.openedAtMs + deadline + (review.heldMs ?? 0);
}

/** No fault is found as long as the rules have not been read. */
export function confirmerFault(
  record: ReleaseRecord,
  { startedBy }: Pick<ReleaseInput, 'startedBy'>,
  by: string,
): string | null {
  return record.settings?.fourEyes === true ? fourEyesFault(startedBy, by) : null;
}

export function reviewOf(record: ReleaseRecord, nowMs: number): Review {
  return (record.review ??= { openedAtMs: nowMs, remindersSent: 0, decision: null });
}

/** The first decision counts; one that comes before the scan has ended is stored. */
export function decideReview(record: ReleaseRecord, decision: ReviewDecision, nowMs: number): void {
  if (record.ended || stageOf(record, 'confirm').state === 'done') return;
  reviewOf(record, nowMs).decision ??= { ...decision, at: new Date(nowMs).toISOString() };
}

/** After a change of times, past reminders are not sent any more, but coming ones are. */
export function restartReminders(
  { review }: ReleaseRecord,
  { reminders }: ReleaseInput['spec']['terms'],
  nowMs: number,
): void {
  if (review === null) return;
  const openMs = nowMs - review.openedAtMs - (review.heldMs ?? 0);
  review.remindersSent = reminders.filter((afterMs) => afterMs <= openMs).length;
  delete review.isEscalated;
}

/** A review is escalated no later than this before its deadline, so that people can still act. */
const SHORTEST_LEAD_MS = 15 * 60_000;

/** A fifth of the time before the deadline, at least a quarter of an hour. null: the review is too short for it. */
export function escalationLeadMs(deadlineMs: number): number | null {
  const leadMs = Math.max(deadlineMs / 5, SHORTEST_LEAD_MS);
  return leadMs <= deadlineMs / 2 ? leadMs : null;
}

type ReviewTimes = Pick<ReleaseInput['spec']['terms'], 'deadline' | 'reminders'>;

export interface ReviewNotice {
  event: 'review.reminder' | 'review.escalated';
  atMs: number;
}

/** The earliest comes first. Pauses move them together with the deadline. */
export function reviewNotices(dueAtMs: number, { deadline, reminders }: ReviewTimes): ReviewNotice[] {
  const leadMs = escalationLeadMs(deadline);
  const notices = reminders.map((afterMs): ReviewNotice => {
    return { event: 'review.reminder', atMs: dueAtMs - deadline + afterMs };
  });
  if (leadMs !== null) notices.push({ event: 'review.escalated', atMs: dueAtMs - leadMs });
  return notices.sort((a, b) => a.atMs - b.atMs);
}

export function unsentNotices(review: Review, terms: ReviewTimes): ReviewNotice[] {
  const all = reviewNotices(reviewDeadlineAtMs(review, terms), terms);
  const sent = all.filter(({ event }) => event === 'review.reminder').slice(0, review.remindersSent);
  return all.filter(
    (notice) => !sent.includes(notice) && (notice.event === 'review.reminder' || review.isEscalated !== true),
  );
}
