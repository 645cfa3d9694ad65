/** The problems of a stage by what they require: a read, a person's decision, or the end. */
import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import type { ProblemDetails, ProblemType } from '../domain/problems/call-problem';
import type { Problem, SharedFacts } from '../domain/problems/problem';
import { problemOf, textOf, type FactsOf, type ProblemCode } from '../domain/problems/problem-catalogue';

/** Why a stage cannot go on. */
export class StageProblem extends Error {
  constructor(readonly problem: Problem) {
    super(textOf(problem));
  }
}

export class NeedsDecision extends StageProblem {
  override readonly name = 'NeedsDecision';
}

/** The release ends as failed, because its request is invalid. */
export class ReleaseFailure extends StageProblem {
  override readonly name = 'ReleaseFailure';
}

export function needsDecision<Code extends ProblemCode>(
  code: Code,
  facts: FactsOf<Code>,
  traceId: string | null = null,
): NeedsDecision {
  return new NeedsDecision(problemOf(code, facts, traceId));
}

/** An update that is not carried out: only an `ApplicationFailure` fails it without stalling the workflow. */
export const refusal = (message: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(message, 'Refused');

export function refuseIf(fault: string | null): void {
  if (fault !== null) throw refusal(fault);
}

/** Any other error would stall the workflow task for ever instead of ending with its reason. */
export function bugFailure(error: unknown): ApplicationFailure {
  const cause = error instanceof Error ? error : new Error(String(error));
  return ApplicationFailure.create({ type: 'Bug', message: cause.message, nonRetryable: true, cause });
}

export function abortedBy(problem: Problem, aborted: SharedFacts['aborted']): ReleaseFailure {
  return new ReleaseFailure({ ...problem, facts: { ...problem.facts, aborted } });
}

/** The call may have taken effect although it failed: the state must be read before anything else. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false;
  return error.cause instanceof TimeoutFailure || failureOf(error)?.type === 'Unsettled';
}

/** The call got no usable reply in all its retries: a later attempt may succeed. */
export function hadNoResponse(error: unknown): boolean {
  return isOutcomeUnknown(error) || failureOf(error)?.type === 'Retryable';
}

export function lossOf(error: unknown): string {
  return failureOf(error)?.message ?? 'no reply came in time, or the worker stopped during the call';
}

/** Whether a call certainly changed nothing, whatever else it found. */
export function didNothing(error: unknown): boolean {
  return failureOf(error)?.details.effect === 'none';
}

/** Whether a call was cancelled before it did anything, or failed so that Temporal would have retried it. */
export function mayBeMadeLater(error: unknown): boolean {
  return isCancellation(error) || failureOf(error)?.type === 'Retryable';
}

export function isCappedForToday(error: unknown): boolean {
  return failureOf(error)?.type === 'CappedForToday';
}

/** An activity's failure as a problem of the stage that called it; any other error is a bug and passes through. */
export function asStageProblem(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure !== null) {
    const { code, facts, traceId } = failure.details;
    const problem = { code, facts, ...(traceId !== null && { traceIds: [traceId] }) };
    return failure.type === 'Refused' ? new ReleaseFailure(problem) : new NeedsDecision(problem);
  }
  if (error instanceof ActivityFailure)
    return needsDecision('no_answer', {
      call: error.activityType,
      reason: error.cause?.message ?? 'none given',
    });
  return error;
}

export function serviceMessageOf(error: unknown): string | null {
  const message = failureOf(error)?.details.facts.said;
  return typeof message === 'string' ? message : null;
}

export function failureOf(
  error: unknown,
): { type: ProblemType; message: string; details: ProblemDetails } | null {
  if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return null;
  const { type, message, details } = error.cause;
  const [first] = (details ?? []) as (ProblemDetails | undefined)[];
  return first === undefined ? null : { type: type as ProblemType, message, details: first };
}
