/** Writes the record of a release to the store. A store that cannot be written does not delay a release for long. */
import { isCancellation, workflowInfo } from '@temporalio/workflow';
import type { Problem } from '../domain/problems/problem';
import { decisionsStored, decisionsToStore } from '../domain/release/release-decisions';
import { addWarning } from '../domain/release/release-transitions';
import type { ReleaseState } from '../domain/release/release-states';
import { records } from './activity-proxies';
import { now, type ReleaseRun } from './release-run';

export interface End {
  state: ReleaseState;
  problem: Problem | null;
}

export async function keepManifest({ input, record }: ReleaseRun, end: End): Promise<void> {
  const runId = workflowInfo().firstExecutionRunId;
  try {
    await records.keepManifest({ input, record, runId, end: { ...end, at: now() } });
  } catch (error) {
    if (isCancellation(error)) throw error;
    addWarning(
      record,
      'The record of this release could not be kept yet: the store could not be written. It is written once the store is back, by the gateway or by "locrelease store check".',
    );
  }
}

/** Moves the older decisions of a long release to the store; if it cannot be written, they stay with the release. */
export async function keepEarlierDecisions({ record }: ReleaseRun): Promise<void> {
  const decisions = decisionsToStore(record);
  if (decisions.length === 0) return;
  try {
    const earlier = record.earlierDecisions?.digest ?? null;
    const { digest } = await records.keepDecisions({ decisions, earlier });
    decisionsStored(record, decisions.length, digest);
  } catch (error) {
    if (isCancellation(error)) throw error;
  }
}
