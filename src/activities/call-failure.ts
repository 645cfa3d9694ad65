/**
 * How a failed call reaches the workflow: as an `ApplicationFailure` whose type says what is to be done, made
 * from the service's own table of remedies. Temporal repeats only what surely changed nothing.
 */
import { ApplicationFailure } from '@temporalio/common';
import type { Remedy } from '../http/remedy';
import { ServiceError } from '../http/service-error';
import type { ProblemDetails, ProblemType } from '../release/problem';

export interface CallKind {
  remedyOf: (error: ServiceError) => Remedy;
  /** Whether a second call does no more than the first: it has a key, or sets what is already set. */
  repeatable: boolean;
}

export async function remedied<Result>(kind: CallKind, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ServiceError) throw asFailure(error, kind);
    throw error;
  }
}

function asFailure(error: ServiceError, { remedyOf, repeatable }: CallKind): ApplicationFailure {
  const remedy = remedyOf(error);
  const fail = (type: ProblemType, advice = ''): ApplicationFailure =>
    ApplicationFailure.create({
      type,
      message: error.message,
      nonRetryable: type !== 'Retryable',
      ...(error.retryAfterMs === null ? {} : { nextRetryDelay: error.retryAfterMs }),
      details: [problemOf(error, advice)],
    });
  switch (remedy.do) {
    case 'park':
      return fail('NeedsPerson', remedy.advice);
    case 'end':
      return fail('Refused', remedy.advice);
    case 'retry':
      if (remedy.delay === 'next-day') return fail('CappedForToday');
      return fail(repeatable || error.effect === 'none' ? 'Retryable' : 'Unsettled');
    case 'read':
      return fail(repeatable && error.effect !== 'none' ? 'Retryable' : 'Unsettled');
  }
}

function problemOf(error: ServiceError, advice: string): ProblemDetails {
  return {
    origin: error.service,
    endpoint: error.endpoint,
    code: error.code === null ? error.kind : String(error.code),
    effect: error.effect,
    traceId: error.traceId,
    advice,
  };
}
