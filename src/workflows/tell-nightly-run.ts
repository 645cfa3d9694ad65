import { getExternalWorkflowHandle, workflowInfo } from '@temporalio/workflow';
import type { ReleaseState } from '../domain/release-states';
import { releasedSignal } from '../protocol/messages';

/** A nightly run waits for the release that it has started. It may have ended before that. */
export async function tellNightlyRun(state: ReleaseState): Promise<void> {
  const { parent } = workflowInfo();
  if (parent === undefined) return;
  const nightlyRun = getExternalWorkflowHandle(parent.workflowId);
  await nightlyRun
    .signal(releasedSignal, { release: workflowInfo().workflowId, state })
    .catch(() => undefined);
}
