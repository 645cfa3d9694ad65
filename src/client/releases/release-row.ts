/** A release as Temporal lists it: what its search attributes say, without asking the release itself. */
import { holdReasons, type HoldReason } from '../../domain/release/stages';
import { releaseId } from '../../domain/release/identity';
import { BRANCH_MEMO, STARTED_BY_MEMO } from '../../domain/release/release-start';
import type { ReleaseState } from '../../domain/release/release-states';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { attributeOf, memoOf, statusIn, waitingSince, type Run } from '../../temporal/runs';

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
  /** Whose turn it waits for, and why that takes long. */
  heldBehind: string | null;
  startedAt: string;
  /** null: nobody said so. */
  startedBy: string | null;
  branch: string | null;
  languages: readonly string[];
  /** null: it has not ended. */
  endedAt: string | null;
}

export function releaseRow(run: Run): ReleaseRow {
  const [, project = '', name = ''] = run.workflowId.split('/');
  const state = stateOf(run);
  // A pause shows over what it would wait for besides.
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

/** Of a release that goes on after its end, the run has begun later than the release. */
function startOf(run: Run): string {
  const began = statusIn(run)?.stages[0]?.startedAt ?? null;
  if (began !== null) return began;
  const { startTime } = run.raw;
  return startTime ? new Date(protoTimeMs(startTime)).toISOString() : '';
}

/** One that was ended from outside, with Temporal's own means, had no time to say so. */
function stateOf(run: Run): ReleaseRow['state'] {
  switch (run.status) {
    case 'FAILED':
    case 'TERMINATED':
    case 'TIMED_OUT':
      return 'failed';
    case 'CANCELLED':
      return 'cancelled';
    default:
      return (attributeOf(run, 'state') as ReleaseState | null) ?? 'unknown';
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
