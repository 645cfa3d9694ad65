/** Converts a failed call into an `ApplicationFailure` whose type, by the service's remedies, sets the reaction. */
import { activityInfo, log } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { ServiceError, failureKinds, serviceNames, type ServiceName } from '../http/service-error';
import type { ProblemDetails, ProblemType } from '../domain/problems/call-problem';
import type { RefusedCall } from '../domain/problems/call-and-end-problems';
import { Registry } from 'prom-client';
import { counterFromZero } from '../health/counter';
import { localizationRemedies, localizationRemedy } from '../localization/remedies';
import { socialRemedies, socialRemedy } from '../social/remedies';

export interface CallKind {
  /** Whether a second call has no further effect, because it has a key or sets what is already set. */
  repeatable: boolean;
  /** Whether the call is about something that this release created or started, rather than an id from a person. */
  ours?: boolean;
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

function note(error: ServiceError, { nonRetryable }: ApplicationFailure): void {
  const { service, endpoint, effect, traceId, message, retryAfterMs } = error;
  countServiceError(error);
  const isWaitedOut = retryAfterMs !== null && nonRetryable !== true;
  log.warn('A call to a service failed.', {
    service,
    code: codeOf(error),
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

/** A retry helps after a temporary fault, but makes no unreadable reply readable. */
const STRANGE_ATTEMPTS = 3;
const UNREADABLE_ADVICE =
  'locrelease cannot read this reply. Nothing is lost. Check that the address is that of the service, and how it answers.';

/** For this long, a created thing may not be readable yet: a service may read from a replica. */
const NOT_YET_MS = 2 * 60_000;
const NOT_YET_PAUSES_MS = { first: 1_000, longest: 15_000 };

function asFailure(error: ServiceError, { repeatable, ours = false }: CallKind): ApplicationFailure {
  const remedy = error.service === 'localization' ? localizationRemedy(error) : socialRemedy(error);
  const fail = (type: ProblemType, advice = '', delayMs = error.retryAfterMs): ApplicationFailure =>
    ApplicationFailure.create({
      type,
      message: error.message,
      nonRetryable: type !== 'Retryable',
      ...(delayMs === null ? {} : { nextRetryDelay: delayMs }),
      details: [detailsOf(error, advice)],
    });
  const again = (): ApplicationFailure =>
    isStrange(error) && activityInfo().attempt >= STRANGE_ATTEMPTS
      ? fail('NeedsPerson', UNREADABLE_ADVICE)
      : fail('Retryable');
  switch (remedy.do) {
    case 'park':
      if (ours && remedy.notYet === true && isNew()) return fail('Retryable', remedy.advice, pauseMs());
      if (remedy.isUnknown === true && activityInfo().attempt < STRANGE_ATTEMPTS)
        return fail('Retryable', remedy.advice);
      return fail('NeedsPerson', remedy.advice);
    case 'wait':
      return fail('Retryable', remedy.advice);
    case 'end':
      return fail('Refused', remedy.advice);
    case 'retry':
      if (remedy.delay === 'next-day') return fail('CappedForToday');
      return repeatable || error.effect === 'none' ? again() : fail('Unsettled');
    case 'read':
      return repeatable && error.effect !== 'none' ? again() : fail('Unsettled');
  }
}

/** Whether something was started so shortly before this call was scheduled that it may not be readable yet. */
export function mayBeUnreadable(sinceMs: number): boolean {
  return activityInfo().scheduledTimestampMs - sinceMs < NOT_YET_MS;
}

/** The age is counted from the activity's first attempt, by Temporal's clock alone. */
function isNew(): boolean {
  const { scheduledTimestampMs, currentAttemptScheduledTimestampMs } = activityInfo();
  return currentAttemptScheduledTimestampMs - scheduledTimestampMs < NOT_YET_MS;
}

function pauseMs(): number {
  const { first, longest } = NOT_YET_PAUSES_MS;
  return Math.min(first * 2 ** (activityInfo().attempt - 1), longest);
}

/** The service does not document this code, so it is no temporary outage. */
function isStrange({ kind, code, httpStatus }: ServiceError): boolean {
  const isOddCode = typeof code === 'number' && code !== httpStatus && (code < 400 || code > 599);
  return kind === 'unreadable' || (kind === 'refused' && isOddCode);
}

const MOST_SHAPE = 1000;

function detailsOf(error: ServiceError, advice: string): ProblemDetails {
  const { service, endpoint, effect, traceId, retryAfterMs, serviceMessage, reason, shape } = error;
  const facts: RefusedCall = {
    refusedBy: service,
    call: endpoint,
    said: serviceMessage,
    reason,
    advice,
    shape: shape?.slice(0, MOST_SHAPE) ?? null,
  };
  return {
    code: codeOf(error),
    facts: { ...facts },
    endpoint,
    effect,
    traceId,
    ...(retryAfterMs !== null && { retryAfterMs }),
  };
}

/** Metrics of this program in a worker. The SDK reports its own. */
export const workerRegistry = new Registry();

const remedies = { localization: localizationRemedies, social: socialRemedies };

/** Every code of a service is mapped to one of these, because a metric label must have a bounded number of values. */
const codes: Readonly<Record<ServiceName, ReadonlySet<string>>> = {
  localization: codesOf('localization'),
  social: codesOf('social'),
};

function codesOf(service: ServiceName): ReadonlySet<string> {
  const documented = remedies[service].map(({ code }) => String(code));
  return new Set([...documented, '401', '403', '4xx', '5xx', 'other', ...failureKinds]);
}

const count = counterFromZero({
  name: 'locrelease_service_errors_total',
  help: 'Failed calls to a service',
  series: serviceNames.flatMap((service) => [...codes[service]].map((code) => ({ service, code }))),
  registry: workerRegistry,
});

export function countServiceError(error: ServiceError): void {
  count({ service: error.service, code: countedCode(error) });
}

export function countedCode({ service, code, kind, httpStatus }: ServiceError): string {
  if (code !== null && codes[service].has(String(code))) return String(code);
  if (kind !== 'refused') return kind;
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : httpStatus;
  if (status === 401 || status === 403) return String(status);
  if (status === null || status < 400) return 'other';
  return status < 500 ? '4xx' : '5xx';
}
