import type { WorkflowHandle } from '@temporalio/client';

/** Something arrived while the workflow task was completed: the server asks for it again, as it should. */
const UNHANDLED_COMMAND = 1;

/** Workflow tasks that failed: each is code that threw what it must not, and would do so for ever. */
export async function taskFailuresOf(handle: Pick<WorkflowHandle, 'fetchHistory'>): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
    failed && Number(failed.cause) !== UNHANDLED_COMMAND ? [failed.failure?.message ?? 'no message'] : [],
  );
}
