/** Executions that are open. One that was paused by Temporal's own means is open: it continues when it is unpaused. */
import type { WorkflowExecutionStatusName } from '@temporalio/client';
import { temporal } from '@temporalio/proto';

/** Queries of Temporal's list for open executions, and for all others. */
export const OPEN = `ExecutionStatus IN ('Running', 'Paused')`;
export const CLOSED = `ExecutionStatus NOT IN ('Running', 'Paused')`;

const openNames: ReadonlySet<string> = new Set<WorkflowExecutionStatusName>(['RUNNING', 'PAUSED']);

type StatusCode = temporal.api.enums.v1.WorkflowExecutionStatus;
const { WORKFLOW_EXECUTION_STATUS_RUNNING, WORKFLOW_EXECUTION_STATUS_PAUSED } =
  temporal.api.enums.v1.WorkflowExecutionStatus;

/** `status`: the name of the client. */
export function isOpen(status: string): boolean {
  return openNames.has(status);
}

/** A paused execution does not respond, although its workers run. */
export function pausedInTemporal(workflowId: string): string {
  return `${workflowId} is paused in Temporal. Resume it there: temporal workflow unpause --workflow-id ${workflowId}`;
}

/** `status`: the number of the server. */
export function isOpenCode(status: StatusCode | null | undefined): boolean {
  return status === WORKFLOW_EXECUTION_STATUS_RUNNING || status === WORKFLOW_EXECUTION_STATUS_PAUSED;
}

/** Matches a project's open executions of any type. */
export function openIn(project: string): string {
  return `LocreleaseProject = '${project.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}' AND ${OPEN}`;
}
