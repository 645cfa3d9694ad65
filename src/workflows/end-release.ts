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
import type { ReleaseRecord } from '../domain/release-record';
import { sentence } from '../domain/sentence';
import { whatWasDone } from '../domain/release-transitions';
import { ReleaseFailure } from './problems';
import type { ReleaseRun } from './release-run';
import { hasFailedTargets, partialProblem } from './stages/announced-targets';
import { Rejected } from './stages/confirm';

export async function endRelease(release: ReleaseRun, run: () => Promise<void>): Promise<ReleaseRecord> {
  try {
    await release.scope.run(run);
    if (hasFailedTargets(release)) release.finish('partial', partialProblem(release));
    else release.finish('done', null);
    // That it is partial was told when it became so.
    if (release.record.state === 'done') release.notices.tell(doneOccurrence(release.record));
  } catch (error) {
    endWith(release, error);
  } finally {
    await release.notices.allTold();
  }
  // Whoever is still being answered gets the answer.
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  return release.record;
}

function endWith(release: ReleaseRun, error: unknown): void {
  if (error instanceof Rejected) {
    const { by, why } = error.decision;
    release.decided(by, 'reject terms', why);
    const message = `${sentence(error.message)} The task is kept at the service, and nothing more is done with it. To review again, start the release again.`;
    release.finish('rejected', {
      code: by === 'deadline' ? 'rejected_by_deadline' : 'rejected',
      message,
    });
    release.notices.tell({ event: 'release.rejected', problem: message });
  } else if (error instanceof ReleaseFailure) {
    release.finish('failed', error.problem);
    release.notices.tell({ event: 'release.failed', problem: error.problem.message });
  } else if (isCancellation(error)) {
    const message = whatWasDone(release.record);
    release.finish('cancelled', { code: 'cancelled', message });
    release.notices.tell({ event: 'release.cancelled', problem: message });
  } else if (error instanceof ContinueAsNew || error instanceof ApplicationFailure) {
    throw error;
  } else {
    // Any other error would stall the workflow task for ever instead of ending with its reason.
    const cause = error instanceof Error ? error : new Error(String(error));
    release.notices.tell({ event: 'release.failed', problem: `Unexpected error: ${cause.message}` });
    throw ApplicationFailure.create({ type: 'Bug', message: cause.message, nonRetryable: true, cause });
  }
}
