/**
 * Starts work for which a lost reply is not the end: it looks whether the work was started, goes on with it
 * where it was, calls again where it surely was not, and asks a person where that cannot be told.
 */
import { ActivityFailure, isCancellation, sleep } from '@temporalio/workflow';
import { capitalized, sentence } from '../domain/sentence';
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
import type { ReleaseRecord } from '../domain/release-record';
import type { Guarded } from './guarded';
import { now } from './release-run';

/** A request that was under way when its reply was lost may still arrive: the last look comes after that. */
const LOOK_AFTER_MS = [0, 5_000, 40_000];
const ATTEMPTS = 3;
const RELEASE_ADVICE = 'Retry requests it again. Skip goes on without waiting for it.';

/** What is there of work whose reply was lost. */
export type Evidence<Started> =
  /** What the call would have answered. */
  | { found: Started }
  /** Such work shows where it was looked for, and this does not. */
  | 'absent'
  /** What was seen, which proves neither. */
  | { unclear: string; lookAgain: boolean };

/** Who starts it: a release, or work that belongs to none. */
interface Starter extends Guarded {
  record: Pick<ReleaseRecord, 'lostAnswer'>;
}

export interface Start<Started> {
  what: string;
  /** What a person can do where it is not known whether it was started. */
  advice?: string;
  call: () => Promise<Started>;
  find: (sentAt: string) => Promise<Evidence<Started>>;
}

export async function startOnce<Started>(
  starter: Starter,
  { what, call, find, advice = RELEASE_ADVICE }: Start<Started>,
): Promise<Started> {
  const { record } = starter;
  let traceId: string | null = null;
  // The release was parked with this answer lost: the work may show by now, or a person may have seen to it.
  if (record.lostAnswer?.what === what) {
    const { sentAt } = record.lostAnswer;
    const evidence = await find(sentAt).catch(cannotLook(sentAt));
    if (isFound(evidence)) return evidence.found;
  }
  let loss = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const sentAt = now();
    try {
      return await call();
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      record.lostAnswer = { what, sentAt };
      loss = lossOf(error);
      traceId = traceOf(error);
    }
    let evidence: Evidence<Started> = 'absent';
    for (const waitMs of LOOK_AFTER_MS) {
      if (waitMs > 0) await sleep(waitMs, { summary: `${what}: was it started?` });
      evidence = await find(sentAt).catch(cannotLook(sentAt));
      if (isFound(evidence)) return evidence.found;
      if (evidence !== 'absent' && !evidence.lookAgain) break;
    }
    if (evidence !== 'absent' && (!evidence.lookAgain || starter.has('absence-is-proven'))) {
      // Whoever retries has looked in our place.
      if (!evidence.lookAgain) record.lostAnswer = null;
      throw needsDecision(
        'outcome_unknown',
        `${capitalized(what)} was requested at ${sentAt}, and the reply was lost (${loss}). At ${now()} ${evidence.unclear}, ` +
          `so it is not known whether it was started. Check the service first. ${advice}`,
        traceId,
      );
    }
  }
  throw needsDecision(
    'not_started',
    `${capitalized(what)} was requested ${ATTEMPTS} times, and was not there after any of them. Last error: ${sentence(loss)} ` +
      'Everything before it is kept. Check the service, then retry.',
    traceId,
  );

  /** Where it cannot even be looked for, it may have been started all the same. */
  function cannotLook(sentAt: string): (error: unknown) => never {
    return (error) => {
      // What a look found out, that it was cancelled, or that it is to wait for tomorrow, is no failure of it.
      const isFailedCall =
        error instanceof ActivityFailure && !isCancellation(error) && !isCappedForToday(error);
      const problem = isFailedCall ? asStageProblem(error) : null;
      const isOurs = problem instanceof NeedsDecision || problem instanceof ReleaseFailure;
      if (!isOurs || !starter.has('no-look-is-no-proof')) throw error;
      throw needsDecision(
        'outcome_unknown',
        `${capitalized(what)} was requested at ${sentAt}, and the reply was lost. Looking for it failed: ${sentence(problem.message)} ` +
          `So it is not known whether it was started. Check the service first. ${advice}`,
        traceId,
      );
    };
  }
}

function isFound<Started>(evidence: Evidence<Started>): evidence is { found: Started } {
  return typeof evidence === 'object' && 'found' in evidence;
}
