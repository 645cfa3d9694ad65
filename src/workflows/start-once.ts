/**
 * Makes a call for which a lost reply is not the end: it looks whether the work was started, goes on with it where it was,
 * calls again where it surely was not, and asks a person where that cannot be told.
 */
import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import type { LostAnswer, ReleaseRecord } from '../domain/release-record';
import { capitalized, sentence } from '../domain/sentence';
import { pass, type Gated, type Write } from './gate';
import {
  asStageProblem,
  isCappedForToday,
  isOutcomeUnknown,
  lossOf,
  needsDecision,
  NeedsDecision,
  ReleaseFailure,
  traceOf,
} from './problems';
import { pause } from './wait';

/** A request that was under way when its reply was lost may still arrive: the last look comes after that. */
const LOOK_AFTER_MS = [0, 5_000, 40_000];
const ATTEMPTS = 3;
const RELEASE_ADVICE = 'Retry requests it again. Skip goes on without waiting for it.';

/** What is there of work whose reply was lost. */
export type Evidence<Started> =
  /** What the call would have returned. */
  | { found: Started }
  /** Such work shows where it was looked for, and this does not. */
  | 'absent'
  /** What was seen, which proves neither. */
  | { unclear: string; lookAgain: boolean };

interface Starter extends Gated {
  readonly record: Gated['record'] & Pick<ReleaseRecord, 'lostAnswer'>;
}

export interface Start<Started> extends Write<Started> {
  what: string;
  /** What a person can do where it is not known whether it was started. */
  advice?: string;
  find: (sentAt: string) => Promise<Evidence<Started>>;
}

export async function startOnce<Started>(run: Starter, start: Start<Started>): Promise<Started> {
  const { record } = run;
  for (;;) {
    const lost = record.lostAnswer?.what === start.what ? record.lostAnswer : null;
    const evidence = lost === null ? 'absent' : await lookFor(run, start, lost);
    if (isFound(evidence)) {
      record.lostAnswer = null;
      return evidence.found;
    }
    // Whoever decided to go on begins anew.
    const before = lost?.looks === null ? null : lost;
    if (before !== null && before.attempts >= ATTEMPTS) throw notStarted(start.what, before);
    let sentAt = '';
    try {
      const started = await pass(run, {
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
      const why = { loss: lossOf(error), traceId: traceOf(error) };
      record.lostAnswer = { what, sentAt, attempts: (before?.attempts ?? 0) + 1, looks: 0, ...why };
    }
  }
}

/** Where a person has decided to go on, one more look is enough. */
async function lookFor<Started>(
  run: Starter,
  start: Start<Started>,
  lost: LostAnswer,
): Promise<Evidence<Started>> {
  const look = async (): Promise<Evidence<Started>> => {
    try {
      return await start.find(lost.sentAt);
    } catch (error) {
      throw cannotLook(start, lost, error);
    }
  };
  if (lost.looks === null) return look();
  for (;;) {
    const evidence = await look();
    lost.looks += 1;
    if (isFound(evidence)) return evidence;
    const nextMs = LOOK_AFTER_MS[lost.looks];
    const isOver = nextMs === undefined || (evidence !== 'absent' && !evidence.lookAgain);
    if (!isOver) await pause(run, nextMs, `${start.what}: was it started?`);
    else if (evidence === 'absent') return evidence;
    else {
      // Whoever retries has looked in our place.
      if (!evidence.lookAgain) run.record.lostAnswer = null;
      throw unknownOutcome(
        start,
        lost,
        ` (${lost.loss}). At ${new Date().toISOString()} ${evidence.unclear}, so`,
      );
    }
  }
}

/** Where it cannot even be looked for, it may have been started all the same. */
function cannotLook<Started>(start: Start<Started>, lost: LostAnswer, error: unknown): unknown {
  // What a look found out, that it was cancelled, or that it is to wait for tomorrow, is no failure of it.
  const isFailedCall = error instanceof ActivityFailure && !isCancellation(error) && !isCappedForToday(error);
  const problem = isFailedCall ? asStageProblem(error) : null;
  if (!(problem instanceof NeedsDecision) && !(problem instanceof ReleaseFailure)) return error;
  return unknownOutcome(start, lost, `. Looking for it failed: ${sentence(problem.message)} So`);
}

function unknownOutcome<Started>(
  { what, advice = RELEASE_ADVICE }: Start<Started>,
  { sentAt, traceId }: LostAnswer,
  why: string,
): NeedsDecision {
  return needsDecision(
    'outcome_unknown',
    `${capitalized(what)} was requested at ${sentAt}, and the reply was lost${why} it is not known whether it was started. ` +
      `Check the service first. ${advice}`,
    traceId,
  );
}

function notStarted(what: string, { attempts, loss, traceId }: LostAnswer): NeedsDecision {
  return needsDecision(
    'not_started',
    `${capitalized(what)} was requested ${attempts} times, and was not there after any of them. Last error: ${sentence(loss)} ` +
      'Everything before it is kept. Check the service, then retry.',
    traceId,
  );
}

function isFound<Started>(evidence: Evidence<Started>): evidence is { found: Started } {
  return typeof evidence === 'object' && 'found' in evidence;
}
