import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import { remedied, type CallKind } from '../../../src/activities/call-failure';
import { ServiceError, type ServiceErrorDetails } from '../../../src/http/service-error';
import { localizationRemedy } from '../../../src/localization/remedies';
import { socialRemedy } from '../../../src/social/remedies';
import { quietLogger } from '../../temporal/quiet-logger';

const NOW_MS = Date.parse('2026-12-01T09:00:00Z');
const SECOND_MS = 1000;

const notThere = (details: Partial<ServiceErrorDetails> = {}): ServiceError =>
  new ServiceError('no', {
    service: 'localization',
    endpoint: 'GET /tasks/status',
    kind: 'refused',
    effect: 'none',
    code: 404,
    httpStatus: 404,
    ...details,
  });

/** What becomes of a failure in the attempt that began so long after the first. */
async function failureAfter(
  elapsedMs: number,
  error: ServiceError,
  kind: Partial<CallKind> = {},
  attempt = 1,
): Promise<ApplicationFailure> {
  const times = { scheduledTimestampMs: NOW_MS, currentAttemptScheduledTimestampMs: NOW_MS + elapsedMs };
  const environment = new MockActivityEnvironment({ attempt, ...times }, { logger: quietLogger });
  const remedyOf = error.service === 'social' ? socialRemedy : localizationRemedy;
  const call = (): Promise<unknown> =>
    remedied({ remedyOf, repeatable: true, ...kind }, () => Promise.reject(error));
  const failure: unknown = await environment.run(call).catch((cause: unknown) => cause);
  if (failure instanceof ApplicationFailure) return failure;
  throw new Error('an ApplicationFailure was expected', { cause: failure });
}

describe('what is not there', () => {
  const social = { service: 'social', endpoint: 'GET /posts/{postId}' } as const;

  it.each([
    ['a task', notThere()],
    ['a post', notThere({ ...social, code: 'not_found' })],
    ['a post, said in no word of the service', notThere({ ...social, code: null })],
  ])('though we made it is looked for again for two minutes, and then told: %s', async (_what, error) => {
    for (const elapsedMs of [0, 60 * SECOND_MS, 119 * SECOND_MS])
      expect(await failureAfter(elapsedMs, error, { ours: true })).toMatchObject({
        type: 'Retryable',
        nonRetryable: false,
      });
    expect(await failureAfter(120 * SECOND_MS, error, { ours: true })).toMatchObject({
      type: 'NeedsPerson',
      nonRetryable: true,
    });
  });

  it('is looked for with short pauses', async () => {
    const pauses: unknown[] = [];
    for (const attempt of [1, 2, 3, 4, 5, 30])
      pauses.push((await failureAfter(0, notThere(), { ours: true }, attempt)).nextRetryDelay);
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  it('is told at once where a person has named it', async () => {
    expect(await failureAfter(0, notThere())).toMatchObject({ type: 'NeedsPerson' });
  });

  it('may be written to again too, because nothing was done', async () => {
    const error = notThere({ ...social, endpoint: 'POST /posts/{postId}/publish', code: 'not_found' });
    const kind = { repeatable: false, ours: true };
    expect(await failureAfter(0, error, kind)).toMatchObject({ type: 'Retryable' });
  });

  it('does not hide another refusal', async () => {
    const error = notThere({ code: 403, httpStatus: 403 });
    expect(await failureAfter(0, error, { ours: true })).toMatchObject({ type: 'NeedsPerson' });
  });
});

it('a refusal that nobody documented is tried three times, and then told', async () => {
  const busy = notThere({ endpoint: 'POST /export/ini', code: -1, httpStatus: 200 });
  const types = await Promise.all([1, 2, 3].map((attempt) => failureAfter(0, busy, {}, attempt)));
  expect(types.map(({ type }) => type)).toEqual(['Retryable', 'Retryable', 'NeedsPerson']);
});

it('a call that still runs under its key is waited for, though its repeat is not safe by itself', async () => {
  const running = notThere({
    service: 'social',
    endpoint: 'POST /posts/{postId}/publish',
    code: 'replay',
    httpStatus: 409,
    effect: 'unknown',
  });
  for (const attempt of [1, 10, 700])
    expect(await failureAfter(0, running, { repeatable: false }, attempt)).toMatchObject({
      type: 'Retryable',
      nonRetryable: false,
    });
});

it('a daily cap tells how long the service asks to wait', async () => {
  const capped = notThere({
    service: 'social',
    code: 'rate_limited',
    httpStatus: 429,
    params: { reason: 'daily_publish_cap' },
    retryAfterMs: 7_200_000,
  });
  const failure = await failureAfter(0, capped);
  expect(failure).toMatchObject({ type: 'CappedForToday', nonRetryable: true });
  expect(failure.details).toMatchObject([{ retryAfterMs: 7_200_000 }]);
});

it('a call that is waited out is logged with the time at which it is made again', async () => {
  const logged: LogEntry[] = [];
  const logger = new DefaultLogger('WARN', (entry) => logged.push(entry));
  const limited = notThere({ code: 429, httpStatus: 429, retryAfterMs: 60_000 });
  const before = Date.now();
  const call = (): Promise<unknown> =>
    remedied({ remedyOf: localizationRemedy, repeatable: true }, () => Promise.reject(limited));
  await expect(new MockActivityEnvironment({}, { logger }).run(call)).rejects.toThrow(ApplicationFailure);
  const [{ meta = {} } = {}] = logged;
  expect(Date.parse(String(meta.resumesAt))).toBeGreaterThanOrEqual(before + 60_000);
});
