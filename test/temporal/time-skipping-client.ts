import { WorkflowClient, type WorkflowStartInput } from '@temporalio/client';

/** The server stops at 100 skips unless told otherwise; one long wait with a growing pause takes more. */
export const MAX_SKIPS = 10_000;

/** Starts executions that skip time whenever nothing is in flight, on a server started with `timeSkipping`. */
export class TimeSkippingWorkflowClient extends WorkflowClient {
  protected override async createStartWorkflowRequest(input: WorkflowStartInput) {
    const request = await super.createStartWorkflowRequest(input);
    request.timeSkippingConfig = { enabled: true, maxSessionSkipCount: MAX_SKIPS };
    return request;
  }
}
