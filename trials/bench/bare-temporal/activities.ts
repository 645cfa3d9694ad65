import { activityInfo } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { bareSignal } from './bare-signal';

/** After the activity has ended, as a callback comes long after the call that it belongs to. */
const SIGNAL_AFTER_MS = 20;

export const bareActivities = (client: Client) => ({
  nothing: (): Promise<void> => Promise.resolve(),
  nothingThenSignal: (): Promise<void> => {
    const { workflowId = '' } = activityInfo().workflowExecution ?? {};
    setTimeout(() => void client.workflow.getHandle(workflowId).signal(bareSignal), SIGNAL_AFTER_MS);
    return Promise.resolve();
  },
});
