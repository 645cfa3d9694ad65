/** The end of a workflow, or what it waits for: a test that waits in vain knows nothing but that its time is over. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Workflow, WorkflowHandleWithStartDetails } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { STATUS_MEMO } from '../../src/domain/release/release-start';
import type { ReleaseStatus } from '../../src/domain/release/status';

/** Less than a test may take. */
const ENDS_WITHIN_MS = 300_000;
const SHOWN_EVENTS = 12;

type Started<Type extends Workflow> = WorkflowHandleWithStartDetails<Type>;

/** The same handle, whose `result` fails by name. */
export function withToldResult<Type extends Workflow>(handle: Started<Type>): Started<Type> {
  const result = (): ReturnType<typeof handle.result> => handle.result();
  return {
    ...handle,
    result: async () => {
      const overdue = new AbortController();
      const ended = result().finally(() => overdue.abort());
      const late = delay(ENDS_WITHIN_MS, null, { signal: overdue.signal, ref: false }).then(
        async () => Promise.reject(new Error(await whatItWaitsFor(handle))),
        () => ended,
      );
      return Promise.race([ended, late]);
    },
  };
}

async function whatItWaitsFor<Type extends Workflow>(handle: Started<Type>): Promise<string> {
  const { raw, memo } = await handle.describe();
  const { state, stage, hold, problem } = (memo?.[STATUS_MEMO] ?? {}) as Partial<ReleaseStatus>;
  const { events } = await handle.fetchHistory();
  const { EventType, PendingActivityState, PendingWorkflowTaskState } = temporal.api.enums.v1;
  const lines = [
    `${handle.workflowId} has not ended within ${ENDS_WITHIN_MS / 1000} s`,
    JSON.stringify({ state, stage, hold, problem }),
    ...(raw.pendingActivities ?? []).map(
      ({ activityType, attempt, state, lastFailure }) =>
        `activity ${activityType?.name}: ${PendingActivityState[state ?? 0]}, attempt ${attempt}, ${lastFailure?.message ?? 'no failure'}`,
    ),
    ...(raw.pendingWorkflowTask
      ? [
          `workflow task: ${PendingWorkflowTaskState[raw.pendingWorkflowTask.state ?? 0]}, attempt ${raw.pendingWorkflowTask.attempt}`,
        ]
      : []),
    ...(events ?? []).slice(-SHOWN_EVENTS).map(({ eventType }) => EventType[eventType ?? 0]),
  ];
  return lines.join('\n');
}
