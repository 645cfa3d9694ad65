/** A row of the release list, from search attributes and memo, without a query to the release. */
import { holdReasons, type HoldReason } from '../../domain/release/stages';
import { releaseId } from '../../domain/release/identity';
import { BRANCH_MEMO, STARTED_BY_MEMO } from '../../domain/release/release-start';
import type { ReleaseRow } from '../../protocol/console-api';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { attributeOf, memoOf, statusIn, waitingSince, type Run } from '../../temporal/runs';

export function releaseRow(run: Run): ReleaseRow {
  const [, project = '', name = ''] = run.workflowId.split('/');
  const state = stateOf(run);
  // A pause hides every other wait.
  const isHeld = run.isOpen && state !== 'paused';
  return {
    id: releaseId({ project, name }),
    project,
    name,
    state,
    stage: attributeOf(run, 'stage'),
    waitingFor: run.isOpen ? waitingFor(run) : null,
    waitingSince: run.isOpen ? waitingSince(run) : null,
    heldFor: isHeld ? heldFor(run) : null,
    heldBehind: isHeld ? (statusIn(run)?.hold?.of ?? null) : null,
    startedAt: startOf(run),
    startedBy: textIn(run, STARTED_BY_MEMO),
    branch: textIn(run, BRANCH_MEMO),
    languages: statusIn(run)?.languages ?? [],
    endedAt: run.isOpen ? null : new Date(protoTimeMs(run.raw.closeTime)).toISOString(),
  };
}

function textIn(run: Run, memo: string): string | null {
  const text = memoOf(run, memo);
  return typeof text === 'string' ? text : null;
}

/** A release that was continued after its end has a run that is younger than the release. */
function startOf(run: Run): string {
  const began = statusIn(run)?.stages[0]?.startedAt ?? null;
  if (began !== null) return began;
  const { startTime } = run.raw;
  return startTime ? new Date(protoTimeMs(startTime)).toISOString() : '';
}

/** A release that was ended with Temporal's own means could not report its end. */
function stateOf(run: Run): ReleaseRow['state'] {
  switch (run.status) {
    case 'FAILED':
    case 'TERMINATED':
    case 'TIMED_OUT':
      return 'failed';
    case 'CANCELLED':
      return 'cancelled';
    default:
      return attributeOf(run, 'state') ?? 'unknown';
  }
}

function waitingFor(run: Run): ReleaseRow['waitingFor'] {
  const kind = attributeOf(run, 'waiting');
  return kind === 'terms' || kind === 'decision' ? kind : null;
}

function heldFor(run: Run): HoldReason | null {
  const waiting = attributeOf(run, 'waiting');
  return holdReasons.find((reason) => reason === waiting) ?? null;
}
