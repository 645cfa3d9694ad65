/**
 * The one stage that belongs to people. The terms that the scan found are kept as a list with a digest; edits
 * change the list at the service and here; a confirmation or a rejection ends the stage, and so does the
 * deadline, or somebody who confirms in the service's own console first. What operators marked as removed is
 * deleted right before the terms are confirmed.
 */
import { allHandlersFinished, condition, isCancellation, log } from '@temporalio/workflow';
import type { ReadTerms } from '../../activities/read-term-list';
import type { TaskReading } from '../../activities/tasks';
import { escalationLeadMs } from '../../domain/escalation';
import { nextPauseMs } from '../../domain/pause-between-looks';
import type { Review, ReviewDecision } from '../../domain/release-record';
import { keepTrace, openReview as openReviewStage, warn } from '../../domain/release-transitions';
import { reviewDueAtMs, reviewOf } from '../../domain/review-rules';
import { asSheetRef } from '../../domain/term-sheet';
import { bulky, notice, once } from '../activity-proxies';
import { didNothing, needsDecision } from '../problems';
import { now, type ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { mayDecideBySignal } from '../term-review';
import { deleteRemovedTerms, termCount } from './delete-removed-terms';
import { readTask } from './read-task';
import { fateAtDeadline, tellOfReview, waitingReview } from './review-notices';
import { taskFailed } from './scan';

/** The release was rejected; it ends so, and that is not a failure. */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(readonly decision: ReviewDecision) {
    super(`Rejected by ${decision.by}: ${decision.why ?? 'no reason given'}`);
  }
}

export async function reviewTerms(release: ReleaseRun): Promise<void> {
  const task = release.lastReading ?? (await readTask(release));
  if (task.isFailed) throw taskFailed(task, 'before its terms were confirmed');
  const review = await openReview(release, task);
  const decision = task.requiresConfirmation
    ? (review.decision ?? (await awaitDecision(release, review)))
    : null;
  // A rejection ends the release even where the service has gone on meanwhile.
  if (review.decision?.confirmed === false) throw new Rejected(review.decision);
  if (decision === null) {
    if (scanFailed(review)) throw scanHasFailed(review);
    // Sent by an earlier attempt, whose reply was lost.
    const own = review.mayBeOurs === true ? review.decision : null;
    if (own === null) notConfirmedHere(release);
    else release.decided(own.by, 'confirm terms', own.why, own.at);
    return;
  }
  // Edits that are under way reach the service before the confirmation does.
  await condition(allHandlersFinished);
  release.begin('confirm');
  const deleted = await deleteRemovedTerms(release, decision);
  await confirmAtService(release, decision, deleted);
}

/** A confirmation in the console is followed by the callbacks of a whole translation: one of them will arrive. */
const RARER_IF_CALLED_BACK = 100;

async function openReview(
  release: ReleaseRun,
  { requiresConfirmation, terms: found }: Pick<TaskReading, 'requiresConfirmation' | 'terms'>,
): Promise<Review> {
  const { record } = release;
  const review = reviewOf(record, Date.now());
  // A review that is continued goes on with the list that was seen in it.
  if (record.terms !== null) return review;
  // Sent before the release knew its rules, and held against them now.
  if (review.decision !== null && !mayDecideBySignal(release, review.decision)) review.decision = null;
  const isAsked = requiresConfirmation && review.decision === null && !record.paused;
  const { scanStatus, ...terms } = found ?? (await readTerms(release, review, isAsked));
  record.terms = asSheetRef(terms);
  if (scanStatus !== 'failed') review.scanStatus = scanStatus;
  else if (release.has('failed-scan-is-told')) {
    review.scanStatus = scanStatus;
    warn(record, 'The term scan failed at the service. There may be terms that nobody has seen.');
    return review;
  }
  if (terms.total === 0) {
    const why =
      scanStatus === 'completed' ? 'the scan found no terms' : `the scan is ${scanStatus} and has no terms`;
    review.decision ??= { confirmed: true, by: 'locrelease', why };
  }
  return review;
}

/** Has people told that they wait, in the same call. */
async function readTerms(release: ReleaseRun, review: Review, isAsked: boolean): Promise<ReadTerms> {
  const { spec, input, notices, record, taskId } = release;
  const notice =
    release.isLean && isAsked && record.told?.['review.waiting'] === undefined
      ? notices.write(waitingReview(release, reviewDueAtMs(review, spec.terms)))
      : null;
  const read = await bulky.snapshotTerms({
    project: spec.project,
    taskId,
    seen: null,
    source: input.source,
    ...(notice !== null && { notice }),
  });
  if (notice !== null && read.isTold === true) notices.count(notice);
  return read;
}

/** The decision of a person or of the deadline; null where the task waits for none any more. */
async function awaitDecision(release: ReleaseRun, review: Review): Promise<ReviewDecision | null> {
  const { record } = release;
  while (review.decision === null) {
    await release.untilResumed();
    if (isDecided(review)) break;
    // The deadline may have been amended, or moved by time in which nobody could decide.
    const { spec } = release;
    const dueAtMs = reviewDueAtMs(review, spec.terms);
    openReviewStage(record, {
      since: new Date(review.openedAtMs).toISOString(),
      dueAt: new Date(dueAtMs).toISOString(),
      onDue: fateAtDeadline(release),
    });
    release.show();
    if (record.told?.['review.waiting'] === undefined) tellOfReview(release, 'review.waiting');
    if (Date.now() >= dueAtMs) {
      review.decision = atDeadline(release);
      break;
    }
    await remindIfDue(release, review);
    escalateIfDue(release, review);
    // Somebody may confirm in the service's own console; a look tells, and seldom has to.
    const lookMs = nextPauseMs({
      waitedMs: Date.now() - review.openedAtMs,
      minimumMs: release.minPauseMs(RARER_IF_CALLED_BACK),
    });
    const untilMs = Math.min(
      Date.now() + lookMs,
      dueAtMs,
      nextReminderMs(release, review),
      escalationMs(release, review),
    );
    // An hour of diligent edits fills a history between two looks.
    const wakes = (): boolean =>
      review.decision !== null ||
      release.hinted ||
      release.isLong ||
      release.spec !== spec ||
      Boolean(record.paused);
    const woken = await condition(wakes, untilMs - Date.now(), {
      summary: 'term review: next check, reminder or deadline',
    });
    const isLook = release.hinted || (!woken && untilMs < dueAtMs);
    release.hinted = false;
    if (isLook) {
      const task = await readTask(release);
      if (task.isFailed) throw taskFailed(task, 'before its terms were confirmed');
      if (!task.requiresConfirmation) return null;
      record.progress = null;
    }
    await release.continueIfLong();
  }
  return review.decision;
}

/** A decision may have come while it was waited for something else. */
function isDecided({ decision }: Review): boolean {
  return decision !== null;
}

/** Why a task that was to wait for us went on, by the status of its scan. */
const withoutTerms: Readonly<Record<string, string>> = {
  completed: 'it had no new terms to ask about',
  skipped: 'it skipped the scan: the termbase has all terms already, or there was nothing to scan',
  failed: 'its scan failed',
};

/** A failed scan is not the same as no terms: whether to go on without them is for a person to say, once. */
function scanFailed(review: Review): boolean {
  return review.scanStatus === 'failed' && review.isScanFailureTold !== true;
}

function scanHasFailed(review: Review): Error {
  review.isScanFailureTold = true;
  return needsDecision(
    'scan_failed',
    'The term scan failed at the service, which translates without it. No terms were reviewed. ' +
      'Retry goes on with the translation as it is. Abort ends the release; the task stays at the service.',
  );
}

/** The task went on by itself, or somebody was quicker. */
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
  if (confirmed && record.settings?.fourEyes === true && release.has('four-eyes-have-no-deadline')) {
    const why =
      'nobody decided in time; onDeadline is confirm, and the four-eyes rule needs a person for that';
    return { confirmed: false, by: 'deadline', why };
  }
  return { confirmed, by: 'deadline', why: `nobody decided in time; onDeadline is ${spec.terms.onDeadline}` };
}

function nextReminderMs({ spec }: ReleaseRun, review: Review): number {
  const afterMs = [...spec.terms.reminders].sort((a, b) => a - b)[review.remindersSent];
  return afterMs === undefined ? Infinity : review.openedAtMs + afterMs + (review.heldMs ?? 0);
}

async function remindIfDue(release: ReleaseRun, review: Review): Promise<void> {
  if (Date.now() < nextReminderMs(release, review)) return;
  review.remindersSent += 1;
  if (release.has('notices')) {
    tellOfReview(release, 'review.reminder');
    return;
  }
  try {
    await notice.remindOfTerms({
      release: release.name,
      terms: release.record.terms?.total ?? 0,
      dueAt: release.record.waitingFor?.dueAt ?? now(),
      reminder: review.remindersSent,
    });
  } catch (error) {
    if (isCancellation(error)) throw error;
    log.warn('Cannot send a reminder.', { reminder: review.remindersSent });
  }
}

/** When somebody else is to be told; never again once that was done. */
function escalationMs(release: ReleaseRun, review: Review): number {
  const { spec } = release;
  const leadMs = review.isEscalated === true ? null : escalationLeadMs(spec.terms.deadline);
  if (leadMs === null || !release.has('notices')) return Infinity;
  return reviewDueAtMs(review, spec.terms) - leadMs;
}

function escalateIfDue(release: ReleaseRun, review: Review): void {
  if (Date.now() < escalationMs(release, review)) return;
  review.isEscalated = true;
  tellOfReview(release, 'review.escalated');
}

/** A 409 or a lost reply: what the task says decides. */
async function confirmAtService(
  release: ReleaseRun,
  { by, why, at }: ReviewDecision,
  deleted: number,
): Promise<void> {
  const review = reviewOf(release.record, Date.now());
  const confirmed = await startOnce<'here' | 'elsewhere'>(release, {
    what: 'the confirmation of the terms',
    call: async () => {
      try {
        const { project } = release.spec;
        const confirmed = await once.confirmTaskTerms({ project, taskId: release.taskId });
        keepTrace(release.record, 'confirm', confirmed);
        return 'here';
      } catch (error) {
        review.mayBeOurs ||= !didNothing(error);
        throw error;
      }
    },
    find: async () => {
      const task = await readTask(release);
      if (task.isFailed) throw taskFailed(task, 'while its terms were confirmed');
      if (task.requiresConfirmation) return 'absent';
      return { found: review.mayBeOurs === true ? 'here' : 'elsewhere' };
    },
  });
  if (confirmed === 'here') release.decided(by, 'confirm terms', why, at);
  else notConfirmedHere(release, deleted);
}
