/** How a release ends: done, partial, rejected, cancelled or failed, each with what was kept said plainly. */
import { ApplicationFailure, CancellationScope, ContinueAsNew, isCancellation } from '@temporalio/workflow';
import { doneOccurrence } from '../domain/done-occurrence';
import type { Occurrence } from '../domain/notice';
import type { ReleaseRecord } from '../domain/release-record';
import { sentence } from '../domain/sentence';
import { whatWasDone } from '../domain/release-transitions';
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
    if (failedTargets(release).length > 0)
      end = { state: 'partial', problem: announcedInPart(release, LEFT_AS_IT_IS) };
  } catch (error) {
    end = endOf(release, error);
  }
  await CancellationScope.nonCancellable(() => close(release, end));
  if (end.bug !== undefined) throw end.bug;
  return release.record;
}

const LEFT_AS_IT_IS = 'It was left as it is. To announce on them after all, post there yourself.';

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
    return { event: `release.${state}`, problem: problem?.message ?? '' };
  return null;
}

function endOf(release: ReleaseRun, error: unknown): Ending {
  if (error instanceof Rejected) {
    const { by, why, at } = error.decision;
    release.decided(by, 'reject terms', why, at);
    const problem = {
      code: by === 'deadline' ? 'rejected_by_deadline' : 'rejected',
      message: `${sentence(error.message)} The task is kept at the service, and nothing more is done with it. To review again, start the release again.`,
    };
    return { state: 'rejected', problem };
  } else if (error instanceof ReleaseFailure) {
    return { state: 'failed', problem: error.problem };
  } else if (isCancellation(error)) {
    return { state: 'cancelled', problem: { code: 'cancelled', message: cancelledText(release) } };
  } else if (error instanceof ContinueAsNew || error instanceof ApplicationFailure) {
    throw error;
  } else {
    // Any other error would stall the workflow task for ever instead of ending with its reason.
    const cause = error instanceof Error ? error : new Error(String(error));
    const message = `Unexpected error: ${sentence(cause.message)} Please report it with this text and the log of the workers.`;
    const bug = ApplicationFailure.create({ type: 'Bug', message: cause.message, nonRetryable: true, cause });
    return { state: 'failed', problem: { code: 'bug', message }, bug };
  }
}

function cancelledText(release: ReleaseRun): string {
  const { record } = release;
  const { by, why } = record.decisions.findLast(({ what }) => what === 'cancel') ?? { by: null, why: null };
  const who = by === null ? 'Cancelled in Temporal.' : `Cancelled by ${by}.`;
  const reason = why === null ? '' : ` Reason: ${sentence(why)}`;
  return `${who}${reason} ${whatWasDone(release.status())} To release it after all, start it again.`;
}
