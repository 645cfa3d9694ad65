/** Hands what stays of a release to the store. A store that cannot be written holds no release up for long. */
import { isCancellation, workflowInfo } from '@temporalio/workflow';
import type { ToldOccurrence } from '../domain/notice';
import { decisionsStored, decisionsToStore } from '../domain/release-decisions';
import { warn } from '../domain/release-transitions';
import type { ReleaseState } from '../domain/release-states';
import type { Problem } from '../domain/status';
import { keeping } from './activity-proxies';
import { now, type ReleaseRun } from './release-run';

export interface End {
  state: ReleaseState;
  problem: Problem | null;
}

/** Has people told in the same call, if there is a notice. Answers whether that was done. */
export async function keepManifest(
  { input, record }: ReleaseRun,
  end: End,
  notice: ToldOccurrence | null = null,
): Promise<boolean> {
  const runId = workflowInfo().firstExecutionRunId;
  try {
    const kept = { input, record, runId, end: { ...end, at: now() } };
    const { isTold = false } = await keeping.keepManifest(notice === null ? kept : { ...kept, notice });
    return isTold;
  } catch (error) {
    if (isCancellation(error)) throw error;
    warn(
      record,
      'The record of this release could not be kept: the store could not be written. Temporal shows the release until its retention is over. Check the store of the workers.',
    );
    return false;
  }
}

export function hasEarlierDecisions(release: ReleaseRun): boolean {
  return decisionsToStore(release.record).length > 0 && release.has('earlier-decisions');
}

/** The older decisions of a long release; where the store cannot be written, they stay with the release. */
export async function keepEarlierDecisions({ record }: ReleaseRun): Promise<void> {
  const decisions = decisionsToStore(record);
  try {
    const earlier = record.earlierDecisions?.digest ?? null;
    const { digest } = await keeping.keepDecisions({ decisions, earlier });
    decisionsStored(record, decisions.length, digest);
  } catch (error) {
    if (isCancellation(error)) throw error;
  }
}
