/** What people are told about a review that waits for them. */
import type { Occurrence } from '../../domain/notice';
import { now, type ReleaseRun } from '../release-run';

/** What becomes of the terms if nobody decides. */
export function fateAtDeadline({ spec, record }: ReleaseRun): 'confirm' | 'reject' {
  return record.settings?.fourEyes === true ? 'reject' : spec.terms.onDeadline;
}

/** How many terms there are is for the call to say that reads them. */
export function waitingReview(release: ReleaseRun, dueAtMs: number): Occurrence {
  const dueAt = new Date(dueAtMs).toISOString();
  return { event: 'review.waiting', terms: 0, dueAt, onDeadline: fateAtDeadline(release) };
}

export function tellOfReview(
  release: ReleaseRun,
  event: 'review.waiting' | 'review.reminder' | 'review.escalated',
): void {
  const { notices, record } = release;
  const dueAt = record.waitingFor?.dueAt ?? now();
  notices.tell({ event, terms: record.terms?.total ?? 0, dueAt, onDeadline: fateAtDeadline(release) });
}
