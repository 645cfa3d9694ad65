/**
 * How a failed call reaches the workflow: as an `ApplicationFailure` whose type says what is to be done, made
 * from the service's own table of remedies. Temporal repeats only what surely changed nothing.
 */
import { activityInfo, log, metricMeter } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Remedy } from '../http/remedy';
import { ServiceError } from '../http/service-error';
import type { ProblemDetails, ProblemType } from '../domain/call-problem';
import { sentence } from '../domain/sentence';

export interface CallKind {
  remedyOf: (error: ServiceError) => Remedy;
  /** Whether a second call does no more than the first: it has a key, or sets what is already set. */
  repeatable: boolean;
}

export async function remedied<Result>(kind: CallKind, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const failure = asFailure(error, kind);
    note(error, failure);
    throw failure;
  }
}

/** For whoever watches the workers: counted with the SDK's own metrics, and logged with the service's trace id. */
function note(error: ServiceError, { nonRetryable }: ApplicationFailure): void {
  const { service, endpoint, effect, traceId, message, retryAfterMs } = error;
  const tags = { service, code: codeOf(error) };
  metricMeter.createCounter('locrelease_service_errors', '', 'Failed calls to a service').add(1, tags);
  const isWaitedOut = retryAfterMs !== null && nonRetryable !== true;
  log.warn('A call to a service failed.', {
    ...tags,
    endpoint,
    effect,
    traceId,
    reason: message,
    ...error.rateLimit,
    ...(isWaitedOut && { resumesAt: new Date(Date.now() + retryAfterMs).toISOString() }),
  });
}

function codeOf({ code, kind }: ServiceError): string {
  return code === null ? kind : String(code);
}

/** What we cannot read today we cannot read tomorrow: a repeat helps where something between us broke the reply. */
const UNREADABLE_ATTEMPTS = 3;
const UNREADABLE_ADVICE =
  'locrelease cannot read this reply. Nothing is lost. Check that the address is that of the service, and how it answers, then retry.';

function asFailure(error: ServiceError, { remedyOf, repeatable }: CallKind): ApplicationFailure {
  const remedy = remedyOf(error);
  const fail = (type: ProblemType, advice = ''): ApplicationFailure =>
    ApplicationFailure.create({
      type,
      message: messageOf(error),
      nonRetryable: type !== 'Retryable',
      ...(error.retryAfterMs === null ? {} : { nextRetryDelay: error.retryAfterMs }),
      details: [problemOf(error, advice)],
    });
  const again = (): ApplicationFailure =>
    isStrange(error) && activityInfo().attempt >= UNREADABLE_ATTEMPTS
      ? fail('NeedsPerson', UNREADABLE_ADVICE)
      : fail('Retryable');
  switch (remedy.do) {
    case 'park':
      return fail('NeedsPerson', remedy.advice);
    case 'end':
      return fail('Refused', remedy.advice);
    case 'retry':
      if (remedy.delay === 'next-day') return fail('CappedForToday');
      return repeatable || error.effect === 'none' ? again() : fail('Unsettled');
    case 'read':
      return repeatable && error.effect !== 'none' ? again() : fail('Unsettled');
  }
}

/** Not what the service documents, and so no outage that passes. */
function isStrange({ kind, code, httpStatus }: ServiceError): boolean {
  const isOddCode = typeof code === 'number' && code !== httpStatus && (code < 400 || code > 599);
  return kind === 'unreadable' || (kind === 'refused' && isOddCode);
}

function messageOf({ message, shape }: ServiceError): string {
  return shape === null
    ? message
    : `${sentence(message)} The reply has the shape ${shape.slice(0, MOST_SHAPE)}.`;
}

const MOST_SHAPE = 1000;

function problemOf(error: ServiceError, advice: string): ProblemDetails {
  return {
    origin: error.service,
    endpoint: error.endpoint,
    code: codeOf(error),
    effect: error.effect,
    traceId: error.traceId,
    advice,
  };
}
