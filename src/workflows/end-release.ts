/** Ends a release as done, partial, rejected, cancelled or failed, with a note on what was kept. */
import {
  ApplicationFailure,
  CancellationScope,
  ContinueAsNew,
  isCancellation,
  getExternalWorkflowHandle,
  workflowInfo,
} from '@temporalio/workflow';
import type { Occurrence } from '../domain/notices/notice-schema';
import type { ReleaseRecord, Resolution } from '../domain/release/release-record';
import { doneSoFar } from '../domain/problems/done-so-far';
import type { Problem } from '../domain/problems/problem';
import { problemOf } from '../domain/problems/problem-catalogue';
import { keepManifest, type End, keepEarlierDecisions } from './keep-manifest';
import { bugFailure, ReleaseFailure } from './problems';
import { type ReleaseRun, now } from './release-run';
import { announcedInPart, failedTargets } from './stages/announced-targets';
import { Rejected } from './stages/confirm';
import { giveTurnBack } from './turn';
import { untilUpdatesReturned, wait } from './wait';
import { targetOutcome } from '../domain/release/target-outcome';
import type { ReleaseState } from '../domain/release/release-states';
import { releasedSignal } from '../protocol/messages';
import { markAnnounced } from '../domain/release/release-decisions';
import {
  finish,
  nextStage,
  openPartial,
  postponeStage,
  takeResolution,
} from '../domain/release/release-transitions';

interface Ending extends End {
  /** Thrown after the record is stored, so that the workflow ends as failed in Temporal too. */
  bug?: ApplicationFailure;
}

export async function endRelease(release: ReleaseRun, run: () => Promise<void>): Promise<ReleaseRecord> {
  let end: Ending = { state: 'done', problem: null };
  try {
    await release.scope.run(run);
    if (failedTargets(release).length > 0) end = { state: 'partial', problem: announcedInPart(release) };
  } catch (error) {
    end = endOf(release, error);
  }
  await CancellationScope.nonCancellable(() => close(release, end));
  if (end.bug !== undefined) throw end.bug;
  return release.record;
}

/** The end is shown after the record is stored, so that the record exists for everybody who sees the end. */
async function close(release: ReleaseRun, end: End): Promise<void> {
  const { record, outbox } = release;
  release.endsAs = end.state;
  await giveTurnBack(release);
  await keepManifest(release, end);
  finish(record, end.state, end.problem, now());
  release.show();
  const occurrence = occurrenceOf(record, end);
  if (occurrence !== null) outbox.put(occurrence);
  await notifyNightlyRun(end.state);
  await outbox.emptied();
  await untilUpdatesReturned();
}

/** null: the notice was sent when the release became partial. */
function occurrenceOf(record: ReleaseRecord, { state, problem }: End): Occurrence | null {
  if (state === 'done') return doneOccurrence(record);
  if (state === 'rejected' || state === 'cancelled' || state === 'failed')
    return { event: `release.${state}`, problem };
  return null;
}

function endOf(release: ReleaseRun, error: unknown): Ending {
  if (error instanceof Rejected) {
    const { by, why, at } = error.decision;
    release.decided(by, 'reject terms', why, at);
    const problem =
      by === 'deadline' ? problemOf('rejected_by_deadline', { why }) : problemOf('rejected', { by, why });
    return { state: 'rejected', problem };
  } else if (error instanceof ReleaseFailure) {
    return { state: 'failed', problem: error.problem };
  } else if (isCancellation(error)) {
    return { state: 'cancelled', problem: cancelled(release) };
  } else if (error instanceof ContinueAsNew || error instanceof ApplicationFailure) {
    throw error;
  } else {
    const bug = bugFailure(error);
    return { state: 'failed', problem: problemOf('bug', { reason: bug.message }), bug };
  }
}

function cancelled(release: ReleaseRun): Problem {
  const decision = release.record.decisions.findLast(({ what }) => what === 'cancel');
  const { by, why } = decision ?? { by: null, why: null };
  return problemOf('cancelled', { by, why, done: doneSoFar(release.status()) });
}

function doneOccurrence(record: ReleaseRecord): Occurrence {
  const targets = record.announcement?.targets ?? [];
  return {
    event: 'release.done',
    languages: record.languages.filter((language) => !record.missingLanguages.includes(language)),
    files: record.files.length,
    accounts: targets.filter((target) => targetOutcome(target) === 'published').length,
  };
}

/** A nightly run waits for the release that it started, but may have ended before. */
async function notifyNightlyRun(state: ReleaseState): Promise<void> {
  const { parent } = workflowInfo();
  if (parent === undefined) return;
  const nightlyRun = getExternalWorkflowHandle(parent.workflowId);
  await nightlyRun
    .signal(releasedSignal, { release: workflowInfo().workflowId, state })
    .catch(() => undefined);
}

const PARTIAL_OPEN_MS = 30 * 86_400_000;

/** Open for a retry of the failed accounts until a person accepts it, a language is added, or a month has passed. */
export async function settleFailedTargets(release: ReleaseRun): Promise<void> {
  const { record } = release;
  const { announcement } = record;
  if (nextStage(record) !== null || announcement === null) return;
  const { retryProblem } = announcement;
  if (retryProblem === undefined && failedTargets(release).length === 0) return;
  // A continued run may be waiting for a decision already.
  if (record.state !== 'partial') await openForRetry(release, retryProblem ?? announcedInPart(release));
  const resolution = await awaitRetry(release);
  if (resolution?.action === 'live') markAnnounced(record, { live: true });
  delete announcement.retryProblem;
  if (resolution?.action !== 'retry') return;
  announcement.isRetried = true;
  postponeStage(record, 'announce');
}

async function openForRetry(release: ReleaseRun, found: Problem): Promise<void> {
  const dueAt = new Date(Date.now() + PARTIAL_OPEN_MS).toISOString();
  openPartial(release.record, found, { since: now(), dueAt });
  const { problem } = release.record;
  release.show();
  const choices = release.status().choices.map(({ label }) => label);
  release.outbox.put({ event: 'release.partial', problem: problem ?? found, choices, dueAt });
  // The nightly run need not wait for the announcement.
  await notifyNightlyRun('partial');
  await keepEarlierDecisions(release);
  await keepManifest(release, { state: 'partial', problem });
}

/** Waits until a person decides, a language is added, or the time is up. null: nobody decided. */
async function awaitRetry(release: ReleaseRun): Promise<Resolution | null> {
  const { record } = release;
  const dueAtMs = Date.parse(record.waitingFor?.dueAt ?? now());
  const isOver = (): boolean => record.resolution !== null || record.lateLanguages.length > 0;
  while (!isOver() && Date.now() < dueAtMs)
    await wait(release, isOver, { forMs: dueAtMs - Date.now(), summary: 'open for a decision' });
  if (record.resolution !== null) return takeResolution(record, 'announce', now());
  record.waitingFor = null;
  return null;
}
