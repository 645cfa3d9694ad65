/** How a release ends: done, partial, rejected, cancelled or failed, each with what was kept said plainly. */
import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  ContinueAsNew,
  isCancellation,
} from '@temporalio/workflow';
import { doneOccurrence } from '../domain/done-occurrence';
import type { Occurrence } from '../domain/notice';
import type { ReleaseRecord } from '../domain/release-record';
import { sentence } from '../domain/sentence';
import { whatWasDone } from '../domain/release-transitions';
import { keepManifest, type End } from './keep-manifest';
import { ReleaseFailure } from './problems';
import type { ReleaseRun } from './release-run';
import { hasFailedTargets, leftPartial } from './stages/announced-targets';
import { Rejected } from './stages/confirm';

export async function endRelease(release: ReleaseRun, run: () => Promise<void>): Promise<ReleaseRecord> {
  let end: End = { state: 'done', problem: null };
  try {
    await release.scope.run(run);
    if (hasFailedTargets(release)) end = { state: 'partial', problem: leftPartial(release) };
  } catch (error) {
    end = await endWith(release, error);
  }
  const tell = await keepRecord(release, end);
  release.finish(end.state, end.problem);
  tell();
  await release.notices.allTold();
  // Whoever is still being answered gets the answer.
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  return release.record;
}

/** null: that it is partial was told when it became so. */
function occurrenceOf(record: ReleaseRecord, { state, problem }: End): Occurrence | null {
  if (state === 'done') return doneOccurrence(record);
  if (state === 'rejected' || state === 'cancelled' || state === 'failed')
    return { event: `release.${state}`, problem: problem?.message ?? '' };
  return null;
}

/** Shown as ended when it is kept: whoever hears of the end finds its record. Answers how to tell what is not told. */
async function keepRecord(release: ReleaseRun, end: End): Promise<() => void> {
  const { notices, record } = release;
  release.isEnding = true;
  const occurrence = occurrenceOf(record, end);
  // What was told before and is still on its way comes first.
  const isNext = release.isLean && notices.isAllTold;
  const notice = isNext && occurrence !== null ? notices.write(occurrence) : null;
  const isTold =
    release.has('manifest') &&
    (await CancellationScope.nonCancellable(() => keepManifest(release, end, notice)));
  return () => {
    if (occurrence === null) return;
    if (notice === null) notices.tell(occurrence);
    else if (isTold) notices.count(notice);
    else notices.post(notice);
  };
}

async function endWith(release: ReleaseRun, error: unknown): Promise<End> {
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
    return { state: 'cancelled', problem: { code: 'cancelled', message: cancelledText(release.record) } };
  } else if (error instanceof ContinueAsNew || error instanceof ApplicationFailure) {
    throw error;
  } else {
    // Any other error would stall the workflow task for ever instead of ending with its reason.
    const cause = error instanceof Error ? error : new Error(String(error));
    const message = `Unexpected error: ${sentence(cause.message)} Please report it with this text and the log of the workers.`;
    const tell = await keepRecord(release, { state: 'failed', problem: { code: 'bug', message } });
    tell();
    await release.notices.allTold();
    throw ApplicationFailure.create({ type: 'Bug', message: cause.message, nonRetryable: true, cause });
  }
}

function cancelledText(record: ReleaseRecord): string {
  const { by, why } = record.decisions.findLast(({ what }) => what === 'cancel') ?? { by: null, why: null };
  const who = by === null ? 'Cancelled in Temporal.' : `Cancelled by ${by}.`;
  const reason = why === null ? '' : ` Reason: ${sentence(why)}`;
  return `${who}${reason} ${whatWasDone(record)} To release it after all, start it again.`;
}
