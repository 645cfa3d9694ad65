import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { type ActivityExecuteInput, DefaultLogger, type LogEntry } from '@temporalio/worker';
import {
  type CallKind,
  countServiceError,
  countedCode,
  remedied,
  workerRegistry,
} from '../../../src/activities/call-failure';
import { reportLocalFailures } from '../../../src/activities/local-failures';
import { ServiceError, type ServiceErrorDetails } from '../../../src/http/service-error';
import { quietLogger } from '../../temporal/quiet-logger';
import { StoreError, type StoreErrorKind } from '../../../src/store/store-error';
import { ServiceLimits } from '../../../src/activities/service-limits';
import type { Limits } from '../../../src/config/limits';

describe('call failure', () => {
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
    const call = (): Promise<unknown> => remedied({ repeatable: true, ...kind }, () => Promise.reject(error));
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
    const call = (): Promise<unknown> => remedied({ repeatable: true }, () => Promise.reject(limited));
    await expect(new MockActivityEnvironment({}, { logger }).run(call)).rejects.toThrow(ApplicationFailure);
    const [{ meta = {} } = {}] = logged;
    expect(Date.parse(String(meta.resumesAt))).toBeGreaterThanOrEqual(before + 60_000);
  });
});

describe('local failures', () => {
  /** As a workflow would learn of it. */
  async function failureOf(error: Error): Promise<unknown> {
    const { inbound } = reportLocalFailures({} as never);
    const input: ActivityExecuteInput = { args: [], headers: {} };
    return inbound?.execute?.(input, () => Promise.reject(error)).catch((thrown: unknown) => thrown);
  }

  it.each<[StoreErrorKind, string, boolean]>([
    ['absent', 'NeedsPerson', true],
    ['damaged', 'NeedsPerson', true],
    ['unwritable', 'NeedsPerson', true],
    // The server of a bucket may answer again by itself.
    ['unreachable', 'Retryable', false],
  ])('a store that is %s', async (kind, type, nonRetryable) => {
    const failure = await failureOf(new StoreError(kind, 'What happened.', { remedy: 'What to do.' }));
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({
      type,
      nonRetryable,
      message: 'What happened. What to do.',
      details: [{ code: `store_${kind}`, endpoint: null, effect: 'none' }],
    });
  });

  it('what is no failure of its own is passed on', async () => {
    const error = new Error('of something else');
    expect(await failureOf(error)).toBe(error);
  });
});

describe('service errors', () => {
  const errorOf = (details: Partial<ServiceErrorDetails>): ServiceError =>
    new ServiceError('failed', {
      service: 'localization',
      endpoint: 'POST /tasks/create',
      kind: 'refused',
      effect: 'none',
      ...details,
    });

  it.each([
    ['a documented code', { code: 429 }, '429'],
    ['a documented word', { service: 'social', code: 'forbidden' }, 'forbidden'],
    ['a server error that is not documented', { code: 503 }, '5xx'],
    ['an error page of something between us', { service: 'social', code: null, httpStatus: 502 }, '5xx'],
    [
      'credentials refused by something between us',
      { service: 'social', code: null, httpStatus: 401 },
      '401',
    ],
    ['another refusal', { code: null, httpStatus: 418 }, '4xx'],
    [
      'a code that the service made up',
      { service: 'social', code: 'x'.repeat(100), httpStatus: 200 },
      'other',
    ],
    ['no reply', { kind: 'timeout' }, 'timeout'],
  ] as const)('counts %s', (_what, details, code) => {
    expect(countedCode(errorOf(details))).toBe(code);
  });

  it('never shows another series than at the start', async () => {
    const seriesOf = (text: string): string[] => text.match(/^locrelease_\S+/gm) ?? [];
    const atStart = seriesOf(await workerRegistry.metrics());
    for (let code = 0; code < 2000; code += 7) countServiceError(errorOf({ code, httpStatus: 200 }));
    expect(seriesOf(await workerRegistry.metrics())).toEqual(atStart);
  });
});

describe('service limits', () => {
  const settings: Limits = {
    localization: { most: 2, perMs: 1_000 },
    social: { reads: null, writes: { most: 1, perMs: 1_000 } },
  };
  const read = { method: 'GET', path: '/posts', reads: true } as const;
  const write = { method: 'POST', path: '/posts', reads: false } as const;
  const limitsFor = (workers: number): ServiceLimits =>
    new ServiceLimits(settings, () => Promise.resolve(workers));
  const atOnce = { waitMs: 0 };
  const later = { waitMs: expect.any(Number) as number };

  describe('the limits of a worker', () => {
    it('are one for each App Key, whichever project it is for', async () => {
      const limits = limitsFor(1);
      const [one, same, other] = ['key', 'key', 'other'].map((key) => limits.localization(key));
      expect([await one?.(read), await same?.(write)]).toEqual([atOnce, atOnce]);
      expect(await other?.(read)).toEqual(atOnce);
      const third = await one?.(read);
      expect(third).toEqual(later);
      expect(third).not.toEqual(atOnce);
    });

    it('are divided by the workers that there are', async () => {
      const limits = limitsFor(2);
      expect(await limits.localization('key')(read)).toEqual(atOnce);
      expect(await limits.localization('key')(read)).not.toEqual(atOnce);
    });

    it('tell reads from writes where the service does, and are none where none is set', async () => {
      const limits = limitsFor(1);
      for (let time = 0; time < 5; time += 1) expect(await limits.social(read)).toEqual(atOnce);
      expect(await limits.social(write)).toEqual(atOnce);
      expect(await limits.social(write)).not.toEqual(atOnce);
    });
  });
});
