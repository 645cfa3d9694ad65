/** The one stage in which people decide: a confirmation, a rejection, the deadline or the service's console ends it. */
import { isCancellation } from '@temporalio/workflow';
import { nextCheckInMs } from '../../domain/release/polling';
import type { Review, ReviewDecision } from '../../domain/release/release-record';
import {
  keepReply,
  openReview as openReviewStage,
  addWarning,
} from '../../domain/release/release-transitions';
import { reviewDeadlineAtMs, reviewOf, unsentNotices } from '../../domain/review/review-rules';
import type { NoticeEvent } from '../../domain/notices/notice';
import { asSheetRef, partText } from '../../domain/review/term-sheet';
import { bulkReads } from '../activity-proxies';
import { untilResumed, guardedWrite } from '../write-guard';
import { didNothing, needsDecision } from '../problems';
import { now, type ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { mayDecideBySignal } from '../term-review';
import { readTask } from './read-task';
import { untilHandlersFinished, wait } from '../wait';
import { taskFailed, reportScan } from './scan';

/** The release was rejected, which ends it without a failure. */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(readonly decision: ReviewDecision) {
    super(`Rejected by ${decision.by}: ${decision.why ?? 'no reason given'}`);
  }
}

export async function reviewTerms(release: ReleaseRun): Promise<void> {
  const task = release.lastReading ?? (await readTask(release));
  if (task.isFailed) throw taskFailed(release, task, 'review');
  const review = await openReview(release);
  const decision = task.requiresConfirmation
    ? (review.decision ?? (await awaitDecision(release, review)))
    : null;
  // A rejection ends the release even if the service has gone on meanwhile.
  if (review.decision?.confirmed === false) throw new Rejected(review.decision);
  if (decision === null) {
    // A failed scan does not mean that there are no terms: a person decides once whether to continue.
    if (review.scanStatus === 'failed' && review.isScanFailureTold !== true) {
      review.isScanFailureTold = true;
      throw needsDecision('scan_failed', {});
    }
    // An earlier attempt sent the confirmation, and its reply was lost.
    const own = review.mayHaveSucceeded === true ? review.decision : null;
    if (own === null) notConfirmedHere(release);
    else release.decided(own.by, 'confirm terms', own.why, own.at);
    return;
  }
  // Edits that are under way reach the service before the confirmation does.
  await untilHandlersFinished();
  release.begin('confirm');
  const deleted = await deleteRemovedTerms(release, decision);
  await confirmAtService(release, decision, deleted);
}

/**
 * Polls only find a confirmation that was made in the service's own console, which causes all the callbacks of a
 * translation: one of them will arrive.
 */
const CALLED_BACK_FACTOR = 100;

async function openReview(release: ReleaseRun): Promise<Review> {
  const { record, spec, taskId, input } = release;
  // A continued review keeps the list that its reviewers saw.
  if (record.terms !== null) return reviewOf(record, Date.now());
  const { scanStatus, ...terms } = await bulkReads.snapshotTerms({
    project: spec.project,
    taskId,
    seen: null,
    source: input.source,
  });
  // An early decision was sent before the release knew its rules, and is checked against them now.
  const early = record.review?.decision ?? null;
  if (early !== null && !mayDecideBySignal(release, early)) record.review = null;
  // The review's time begins when there are terms to review, however late they were found.
  const review = reviewOf(record, Date.now());
  record.terms = asSheetRef(terms);
  review.scanStatus = scanStatus;
  const part = partText(record.terms);
  if (part !== null) addWarning(record, part);
  reportScan(release, { status: scanStatus, terms: terms.total });
  if (scanStatus !== 'failed' && terms.total === 0 && part === null) {
    const why =
      scanStatus === 'completed' ? 'the scan found no terms' : `the scan is ${scanStatus} and has no terms`;
    review.decision ??= { confirmed: true, by: 'locrelease', why };
  }
  return review;
}

/** Returns the decision of a person or of the deadline; null: the task no longer waits for one. */
async function awaitDecision(release: ReleaseRun, review: Review): Promise<ReviewDecision | null> {
  const { record } = release;
  while (review.decision === null) {
    if (record.paused !== null) {
      await untilResumed(release);
      continue;
    }
    // The deadline may have been amended, or moved by time in which nobody could decide.
    const dueAtMs = reviewDeadlineAtMs(review, release.spec.terms);
    openReviewStage(record, {
      since: new Date(review.openedAtMs).toISOString(),
      dueAt: new Date(dueAtMs).toISOString(),
      onDue: deadlineOutcome(release),
    });
    release.show();
    if (record.told['review.waiting'] === undefined) notify(release, 'review.waiting');
    if (Date.now() >= dueAtMs) {
      review.decision = atDeadline(release);
      break;
    }
    sendDueNotices(release, review);
    if (await waitUntilNextEvent(release, review, dueAtMs)) {
      const task = await readTask(release);
      if (task.isFailed) throw taskFailed(release, task, 'review');
      if (!task.requiresConfirmation) return null;
      record.progress = null;
    }
  }
  return review.decision;
}

/** Returns whether the read is due: only that shows a confirmation in the service's own console. */
async function waitUntilNextEvent(release: ReleaseRun, review: Review, dueAtMs: number): Promise<boolean> {
  const { record } = release;
  const factor = release.isCalledBack ? CALLED_BACK_FACTOR : 1;
  const readMs = nextCheckInMs({
    waitedMs: Date.now() - review.openedAtMs,
    minimumMs: release.minCheckIntervalMs * factor,
  });
  const readAtMs = (review.readAtMs ??= Date.now() + readMs);
  const noticesMs = unsentNotices(review, release.spec.terms).map(({ atMs }) => atMs);
  const untilMs = Math.min(readAtMs, dueAtMs, ...noticesMs);
  await wait(release, () => review.decision !== null || record.callbackReceived, {
    forMs: Math.max(1, untilMs - Date.now()),
    summary: 'term review: next check, reminder or deadline',
  });
  const isDue = record.callbackReceived || Date.now() >= readAtMs;
  if (isDue) delete review.readAtMs;
  record.callbackReceived = false;
  return isDue && review.decision === null;
}

/** Why a task continued without waiting for a confirmation, by the status of its scan. */
const withoutTerms: Readonly<Record<string, string>> = {
  completed: 'it had no new terms to ask about',
  skipped: 'it skipped the scan: the termbase has all terms already, or there was nothing to scan',
  failed: 'its scan failed',
};

/** The task continued by itself, or somebody confirmed in the service's console first. */
function notConfirmedHere(release: ReleaseRun, deleted = 0): void {
  if (release.record.terms?.total === 0 && deleted === 0) {
    const { scanStatus = 'completed' } = release.record.review ?? {};
    release.decided(
      'localization service',
      'confirm terms',
      withoutTerms[scanStatus] ?? `its scan is ${scanStatus}`,
    );
    return;
  }
  const { removed = 0 } = release.record.terms ?? {};
  const why = ['confirmed in the localization service before anyone did here'];
  if (removed > 0) why.push(`too late to delete ${termCount(removed)} marked as removed`);
  if (deleted > 0) why.push(`whether it still had the ${termCount(deleted)} just deleted is not known`);
  release.decided('service console', 'confirm terms', why.join('; '));
}

function atDeadline(release: ReleaseRun): ReviewDecision {
  const { spec, record } = release;
  const confirmed = spec.terms.onDeadline === 'confirm';
  if (confirmed && record.settings?.fourEyes === true) {
    const why =
      'nobody decided in time; onDeadline is confirm, and the four-eyes rule needs a person for that';
    return { confirmed: false, by: 'deadline', why };
  }
  return { confirmed, by: 'deadline', why: `nobody decided in time; onDeadline is ${spec.terms.onDeadline}` };
}

function sendDueNotices(release: ReleaseRun, review: Review): void {
  for (const { event, atMs } of unsentNotices(review, release.spec.terms)) {
    if (Date.now() < atMs) return;
    if (event === 'review.reminder') review.remindersSent += 1;
    else review.isEscalated = true;
    notify(release, event);
  }
}

/** The four-eyes rule never lets the deadline confirm. */
function deadlineOutcome({ spec, record }: ReleaseRun): 'confirm' | 'reject' {
  return record.settings?.fourEyes === true ? 'reject' : spec.terms.onDeadline;
}

function notify(release: ReleaseRun, event: Extract<NoticeEvent, `review.${string}`>): void {
  const { outbox, record } = release;
  const dueAt = record.waitingFor?.dueAt ?? now();
  outbox.put({ event, terms: record.terms?.total ?? 0, dueAt, onDeadline: deadlineOutcome(release) });
}

/** After a 409 or a lost reply, the state of the task decides. */
async function confirmAtService(
  release: ReleaseRun,
  { by, why, at }: ReviewDecision,
  deleted: number,
): Promise<void> {
  const review = reviewOf(release.record, Date.now());
  const confirmed = await startOnce<'here' | 'elsewhere'>(release, {
    what: 'the confirmation of the terms',
    things: [{ kind: 'task', id: release.taskId }],
    stage: 'confirm',
    call: async ({ once }) => {
      try {
        const { project } = release.spec;
        const confirmed = await once.confirmTaskTerms({ project, taskId: release.taskId });
        keepReply(release.record, 'confirm', confirmed);
        return 'here';
      } catch (error) {
        review.mayHaveSucceeded ||= !didNothing(error) && !isCancellation(error);
        throw error;
      }
    },
    find: async () => {
      const task = await readTask(release);
      if (task.isFailed) throw taskFailed(release, task, 'review');
      if (task.requiresConfirmation) return 'absent';
      return { found: review.mayHaveSucceeded === true ? 'here' : 'elsewhere' };
    },
  });
  if (confirmed === 'here') release.decided(by, 'confirm terms', why, at);
  else notConfirmedHere(release, deleted);
}

/** Returns their number. Once the task does not wait any more, the terms have been used, so the marks stay. */
async function deleteRemovedTerms(
  release: ReleaseRun,
  { by: confirmer, at }: ReviewDecision,
): Promise<number> {
  const { record, spec } = release;
  const wanted = record.terms?.removed ?? 0;
  if (wanted === 0 || !(await stillWaits(release))) return 0;
  let deleted = 0;
  for (let { terms } = record; terms !== null && terms.removed > 0; { terms } = record) {
    try {
      const task = { project: spec.project, taskId: release.taskId };
      const marked = terms;
      const { markedBy, ...left } = await guardedWrite(release, {
        stage: 'confirm',
        call: ({ lengthy }) => lengthy.deleteRemovedTerms({ ...task, terms: marked }),
      });
      record.terms = asSheetRef(left);
      for (const { by, count, again } of markedBy) {
        release.decided(confirmer, `delete ${termCount(count)}`, `marked as removed by ${by}`, at);
        record.termChanges[by] = (record.termChanges[by] ?? 0) + count - again;
        deleted += count;
      }
    } catch (error) {
      if (isCancellation(error) || (await stillWaits(release))) throw error;
      return deleted;
    }
  }
  return deleted;
}

async function stillWaits(release: ReleaseRun): Promise<boolean> {
  return (await readTask(release)).requiresConfirmation;
}

function termCount(count: number): string {
  return count === 1 ? '1 term' : `${count} terms`;
}
