/** A release as Temporal lists it: what its search attributes say, without asking the release itself. */
import { defaultPayloadConverter } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { holdReasons, type HoldReason } from '../domain/holds';
import { releaseId } from '../domain/identity';
import { STARTED_MEMO } from '../domain/release-start';
import { searchAttributeKeys } from '../domain/search-attributes';
import type { ReleaseState } from '../domain/release-states';
import { protoTimeMs } from '../temporal/proto-time';

export interface ReleaseRow {
  id: string;
  project: string;
  name: string;
  state: ReleaseState | 'unknown';
  /** Of one that has ended: in which it ended, unless it was done. */
  stage: string | null;
  /** What it wants of a person. */
  waitingFor: 'terms' | 'decision' | null;
  waitingSince: string | null;
  /** For what it holds itself back, though it waits for nobody. */
  heldFor: HoldReason | null;
  startedAt: string;
}

type Execution = temporal.api.workflow.v1.IWorkflowExecutionInfo;

const executionStatus = temporal.api.enums.v1.WorkflowExecutionStatus;

export function releaseRow(execution: Execution): ReleaseRow {
  const [, project = '', name = ''] = execution.execution?.workflowId?.split('/') ?? [];
  const isOpen = execution.status === executionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
  return {
    id: releaseId({ project, name }),
    project,
    name,
    state: stateOf(execution),
    stage: attribute(execution, 'stage'),
    waitingFor: isOpen ? waitingFor(execution) : null,
    waitingSince: isOpen ? attribute(execution, 'waitingSince') : null,
    heldFor: isOpen ? heldFor(execution) : null,
    startedAt: startOf(execution),
  };
}

/** Where memos are encrypted, a list has only the start of the newest run. */
function startOf({ startTime, memo }: Execution): string {
  const kept = memo?.fields?.[STARTED_MEMO];
  const isPlain = Buffer.from(kept?.metadata?.encoding ?? []).toString() === 'json/plain';
  if (kept && isPlain) return defaultPayloadConverter.fromPayload(kept);
  return startTime ? new Date(protoTimeMs(startTime)).toISOString() : '';
}

/** One that was ended from outside, with Temporal's own means, had no time to say so. */
function stateOf(execution: Execution): ReleaseRow['state'] {
  switch (execution.status) {
    case executionStatus.WORKFLOW_EXECUTION_STATUS_FAILED:
    case executionStatus.WORKFLOW_EXECUTION_STATUS_TERMINATED:
    case executionStatus.WORKFLOW_EXECUTION_STATUS_TIMED_OUT:
      return 'failed';
    case executionStatus.WORKFLOW_EXECUTION_STATUS_CANCELED:
      return 'cancelled';
    default:
      return (attribute(execution, 'state') as ReleaseState | null) ?? 'unknown';
  }
}

function waitingFor(execution: Execution): ReleaseRow['waitingFor'] {
  const kind = attribute(execution, 'waiting');
  return kind === 'terms' || kind === 'decision' ? kind : null;
}

function heldFor(execution: Execution): HoldReason | null {
  const waiting = attribute(execution, 'waiting');
  return holdReasons.find((reason) => reason === waiting) ?? null;
}

function attribute({ searchAttributes }: Execution, key: keyof typeof searchAttributeKeys): string | null {
  const payload = searchAttributes?.indexedFields?.[searchAttributeKeys[key].name];
  const value: unknown = payload ? defaultPayloadConverter.fromPayload(payload) : null;
  return typeof value === 'string' && value !== 'none' ? value : null;
}
