/** How a release ends: done, partial, rejected, cancelled or failed, each with what was kept said plainly. */
import { ApplicationFailure, CancellationScope, ContinueAsNew, isCancellation } from '@temporalio/workflow';
import { doneOccurrence } from '../domain/done-occurrence';
import type { Occurrence } from '../domain/notice';
import type { ReleaseRecord } from '../domain/release-record';
import { doneSoFar } from '../domain/problems/done-so-far';
import type { Problem } from '../domain/problems/problem';
import { problemOf } from '../domain/problems/table';
import { keepManifest, type End } from './keep-manifest';
import { ReleaseFailure } from './problems';
import type { ReleaseRun } from './release-run';
import { announcedInPart, failedTargets } from './stages/announced-targets';
import { Rejected } from './stages/confirm';
import { tellNightlyRun } from './tell-nightly-run';
import { giveTurnBack } from './turn';
import { untilAllAnswered } from './wait';

interface Ending extends End {
  /** Thrown once everything is kept: a workflow that has one ends as failed in Temporal too. */
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

/** Shown as ended once its record is kept: whoever hears of the end finds it. */
async function close(release: ReleaseRun, end: End): Promise<void> {
  const { record, outbox } = release;
  release.isEnding = true;
  await giveTurnBack(release);
  await keepManifest(release, end);
  release.finish(end.state, end.problem);
  const occurrence = occurrenceOf(record, end);
  if (occurrence !== null) outbox.put(occurrence);
  await tellNightlyRun(end.state);
  await outbox.emptied();
  await untilAllAnswered();
}

/** null: that it is partial was told when it became so. */
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
    // Any other error would stall the workflow task for ever instead of ending with its reason.
    const cause = error instanceof Error ? error : new Error(String(error));
    const bug = ApplicationFailure.create({ type: 'Bug', message: cause.message, nonRetryable: true, cause });
    return { state: 'failed', problem: problemOf('bug', { reason: cause.message }), bug };
  }
}

function cancelled(release: ReleaseRun): Problem {
  const { by, why } = release.record.decisions.findLast(({ what }) => what === 'cancel') ?? {
    by: null,
    why: null,
  };
  return problemOf('cancelled', { by, why, done: doneSoFar(release.status()) });
}
