/**
 * Makes a call that must not be repeated blindly: after a lost reply it checks whether the work was started, continues
 * with it if so, calls again if it certainly was not, and otherwise waits for a person's decision.
 */
import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import type { Account, Thing } from '../domain/problems/problem';
import type { UnknownOutcome } from '../domain/problems/parking-reasons';
import type { LostReply } from '../domain/release/release-record';
import type { Run } from './run';
import { guardedWrite, type Write } from './write-guard';
import {
  asStageProblem,
  failureOf,
  isCappedForToday,
  isOutcomeUnknown,
  lossOf,
  needsDecision,
  StageProblem,
  type NeedsDecision,
} from './problems';
import { sleepFor } from './wait';

/** A request that was under way when its reply was lost may still arrive: the last check comes after that. */
const SEARCH_AFTER_MS = [0, 5_000, 40_000];
const ATTEMPTS = 3;

/** The result of searching for work whose reply was lost. */
export type Evidence<Started> =
  /** What the call would have returned. */
  | { found: Started }
  /** Such work is visible where it was searched for, but this was not found. */
  | 'absent'
  /** A finding that proves neither. */
  | { unclear: string; searchAgain: boolean };

export interface Start<Started> extends Write<Started> {
  what: string;
  /** Things that a person can check if it is not known whether the work was started. */
  things?: readonly Thing[];
  /** Whether a repeated call has no further effect. */
  isKeyed?: boolean;
  accounts?: readonly Account[];
  find: (sentAt: string) => Promise<Evidence<Started>>;
}

export async function startOnce<Started>(run: Run, start: Start<Started>): Promise<Started> {
  const { record } = run;
  for (;;) {
    const lost = record.lostAnswer?.what === start.what ? record.lostAnswer : null;
    const evidence = lost === null ? 'absent' : await findStarted(run, start, lost);
    if (isFound(evidence)) {
      record.lostAnswer = null;
      return evidence.found;
    }
    // A person who decided to continue starts the count of attempts anew.
    const before = lost?.looks === null ? null : lost;
    if (before !== null && before.attempts >= ATTEMPTS) throw notStarted(start, before);
    let sentAt = '';
    try {
      const started = await guardedWrite(run, {
        ...start,
        call: (calls) => {
          sentAt = new Date().toISOString();
          return start.call(calls);
        },
      });
      record.lostAnswer = null;
      return started;
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      const { what } = start;
      const why = { loss: lossOf(error), traceId: failureOf(error)?.details.traceId ?? null };
      record.lostAnswer = { what, sentAt, attempts: (before?.attempts ?? 0) + 1, looks: 0, ...why };
    }
  }
}

/** After a person's decision to continue, one more check is enough. */
async function findStarted<Started>(
  run: Run,
  start: Start<Started>,
  lost: LostReply,
): Promise<Evidence<Started>> {
  const search = async (): Promise<Evidence<Started>> => {
    try {
      return await start.find(lost.sentAt);
    } catch (error) {
      throw failedSearch(start, lost, error);
    }
  };
  if (lost.looks === null) return search();
  for (;;) {
    const evidence = await search();
    lost.looks += 1;
    if (isFound(evidence)) return evidence;
    const nextMs = SEARCH_AFTER_MS[lost.looks];
    const isOver = nextMs === undefined || (evidence !== 'absent' && !evidence.searchAgain);
    if (!isOver) await sleepFor(run, nextMs, `${start.what}: was it started?`);
    else if (evidence === 'absent') return evidence;
    else {
      // A person who retries has checked the service.
      if (!evidence.searchAgain) run.record.lostAnswer = null;
      const seen = { at: new Date().toISOString(), what: evidence.unclear };
      throw unknownOutcome(start, lost, seen);
    }
  }
}

/** A failed search proves nothing: the work may have been started. */
function failedSearch<Started>(start: Start<Started>, lost: LostReply, error: unknown): unknown {
  // A finding, a cancellation or a daily cap is no failed search.
  const isFailedCall = error instanceof ActivityFailure && !isCancellation(error) && !isCappedForToday(error);
  const problem = isFailedCall ? asStageProblem(error) : null;
  if (!(problem instanceof StageProblem)) return error;
  const seen = { at: new Date().toISOString(), what: `looking for it failed: ${problem.message}` };
  return unknownOutcome(start, lost, seen);
}

function unknownOutcome<Started>(
  { what, things = [], isKeyed = false, accounts }: Start<Started>,
  { sentAt, loss, traceId }: LostReply,
  seen: UnknownOutcome['seen'],
): NeedsDecision {
  const facts = { what, sentAt, loss, seen, things, isKeyed, ...(accounts !== undefined && { accounts }) };
  return needsDecision('outcome_unknown', facts, traceId);
}

function notStarted<Started>(
  { what, things = [] }: Start<Started>,
  { attempts, loss, traceId }: LostReply,
): NeedsDecision {
  return needsDecision('not_started', { what, attempts, loss, things }, traceId);
}

function isFound<Started>(evidence: Evidence<Started>): evidence is { found: Started } {
  return typeof evidence === 'object' && 'found' in evidence;
}
