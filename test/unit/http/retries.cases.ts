import { retryRead, retryThrottled } from '../../../src/http/retry';
import { ServiceError, type ServiceErrorDetails } from '../../../src/http/service-error';
import fc from '../../support/fast-check';
import { reportedLimitOf, retryAfterMs } from '../../../src/http/rate-limit';
import { type Remedy, type RemedyRow, remedyFor } from '../../../src/http/remedy';

describe('retry', () => {
  const failure = (details: Partial<ServiceErrorDetails>): ServiceError =>
    new ServiceError('no', {
      service: 'social',
      endpoint: 'GET /posts',
      kind: 'interrupted',
      effect: 'none',
      retryAfterMs: 1,
      ...details,
    });

  /** Fails as told, then answers. */
  function failing(...failures: Error[]): { read: () => Promise<string>; calls: () => number } {
    let calls = 0;
    return {
      calls: () => calls,
      read: () => {
        const error = failures[calls];
        calls += 1;
        return error === undefined ? Promise.resolve('page') : Promise.reject(error);
      },
    };
  }

  describe('a read that is retried', () => {
    it('is asked for again where the failure may pass', async () => {
      const { read, calls } = failing(
        failure({}),
        failure({ kind: 'unreadable' }),
        failure({ kind: 'refused', httpStatus: 429, retryAfterMs: null }),
        failure({ kind: 'refused', httpStatus: 503 }),
      );
      expect(await retryRead(read)).toBe('page');
      expect(calls()).toBe(5);
    });

    it('fails with the fifth failure', async () => {
      const fifth = failure({});
      const { read, calls } = failing(failure({}), failure({}), failure({}), failure({}), fifth);
      await expect(retryRead(read)).rejects.toBe(fifth);
      expect(calls()).toBe(5);
    });

    it.each([
      ['a refusal that stays', failure({ kind: 'refused', httpStatus: 403, retryAfterMs: null })],
      ['what was never sent', failure({ kind: 'invalid' })],
      ['a long pause', failure({ kind: 'refused', httpStatus: 429, retryAfterMs: 60_000 })],
      ['a fault of ours', new TypeError('no')],
    ])('is not asked for again after %s', async (_what, error) => {
      const { read, calls } = failing(error);
      await expect(retryRead(read)).rejects.toBe(error);
      expect(calls()).toBe(1);
    });

    it('ends with its caller', async () => {
      const caller = new AbortController();
      const error = failure({ retryAfterMs: 9_000 });
      const { read } = failing(error, error);
      const retried = retryRead(read, caller.signal);
      caller.abort();
      await expect(retried).rejects.toBe(error);
    });
  });

  const refusal = (code: number, retryAfterMs: number | null): ServiceError =>
    new ServiceError(`${code}`, {
      service: 'localization',
      endpoint: 'GET /languages',
      kind: 'refused',
      effect: 'none',
      code,
      retryAfterMs,
    });

  function refusing(times: number, error: ServiceError): jest.Mock<Promise<string>> {
    const call = jest.fn<Promise<string>, []>().mockResolvedValue('answered');
    for (let time = 0; time < times; time += 1) call.mockRejectedValueOnce(error);
    return call;
  }

  it('waits out a refusal for too many calls', async () => {
    const call = refusing(2, refusal(429, 1));
    expect(await retryThrottled(call)).toBe('answered');
    expect(call).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['is refused for another reason', 1, refusal(404, 1), 1],
    ['would have to wait for an hour', 1, refusal(429, 3_600_000), 1],
    ['is turned away again and again', 9, refusal(429, 1), 5],
  ])('gives up on a call that %s', async (_what, times, error, calls) => {
    const call = refusing(times, error);
    await expect(retryThrottled(call)).rejects.toBe(error);
    expect(call).toHaveBeenCalledTimes(calls);
  });
});

describe('retry after', () => {
  const nowMs = Date.parse('2026-12-01T09:00:00Z');

  describe('Retry-After', () => {
    it('in seconds is that long', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 999_999_999 }), (seconds) => {
          expect(retryAfterMs({ headers: { 'retry-after': String(seconds) } }, nowMs)).toBe(seconds * 1000);
        }),
      );
    });

    it.each([
      ['1.5', 1500],
      [' 3 ', 3000],
      ['Tue, 01 Dec 2026 09:00:30 GMT', 30_000],
    ])('%j is %d ms', (header, expected) => {
      expect(retryAfterMs({ headers: { 'retry-after': header } }, nowMs)).toBe(expected);
    });

    it('as a date counts from the clock that wrote it', () => {
      const headers = {
        date: 'Tue, 01 Dec 2026 12:00:00 GMT',
        'retry-after': 'Tue, 01 Dec 2026 12:00:10 GMT',
      };
      expect(retryAfterMs({ headers }, nowMs)).toBe(10_000);
    });

    it.each([undefined, '', 'soon', '-5', '1e9', '0x10', '9'.repeat(40), 'Never GMT'])(
      '%j says nothing',
      (header) => {
        expect(retryAfterMs({ headers: { 'retry-after': header } }, nowMs)).toBeNull();
      },
    );

    it.each(['0', '0.0', 'Tue, 01 Dec 2026 08:00:00 GMT', 'Tue, 01 Dec 2026 09:00:00 GMT'])(
      '%j is no time that lies ahead',
      (header) => {
        expect(retryAfterMs({ headers: { 'retry-after': header } }, nowMs)).toBeNull();
      },
    );
  });
});

describe('told limit', () => {
  describe('the limit that a refusal tells', () => {
    it.each([
      [
        { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0' },
        { limit: 100, remaining: 0 },
      ],
      [
        { 'ratelimit-limit': '100;w=60', 'ratelimit-remaining': '7' },
        { limit: 100, remaining: 7 },
      ],
      [{ 'ratelimit-limit': '100, 100;w=60' }, { limit: 100, remaining: null }],
      [{ 'x-ratelimit-remaining': ' 3 ' }, { limit: null, remaining: 3 }],
    ])('is in the headers %j', (headers, told) => {
      expect(reportedLimitOf({ headers })).toEqual(told);
    });

    it('is in the parameters of the error, where headers do not tell it', () => {
      const params = { limit: 60, windowSec: 60, retryAfterSec: 12 };
      expect(reportedLimitOf({ headers: {} }, params)).toEqual({ limit: 60, remaining: null });
      expect(reportedLimitOf({ headers: { 'x-ratelimit-limit': '30' } }, params)).toMatchObject({
        limit: 30,
      });
    });

    it('is nothing where nobody tells it', () => {
      expect(reportedLimitOf({ headers: { 'retry-after': '5' } })).toBeNull();
    });

    it('is a number or nothing, whatever a service sends', () => {
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.array(fc.string())), fc.anything(), (header, param) => {
          const { limit = null } =
            reportedLimitOf({ headers: { 'x-ratelimit-limit': header } }, { limit: param }) ?? {};
          expect(limit === null || Number.isSafeInteger(limit)).toBe(true);
        }),
      );
    });
  });
});

describe('remedy', () => {
  function failed(details: Partial<ServiceErrorDetails> = {}): ServiceError {
    return new ServiceError('what happened', {
      service: 'social',
      endpoint: 'POST /posts',
      kind: 'refused',
      effect: 'none',
      ...details,
    });
  }

  const row = (name: string, narrowed: Partial<RemedyRow> = {}): RemedyRow => ({
    code: 'rate_limited',
    remedy: { do: 'park', advice: name },
    ...narrowed,
  });

  const byCode = row('by code');
  const byReason = row('by reason', { reason: 'daily_cap' });
  const byEndpoint = row('by endpoint', { endpoints: ['GET /posts', 'POST /posts'] });
  const byBoth = row('by both', { endpoints: ['POST /posts'], reason: 'daily_cap' });
  const beside = [
    row('another code', { code: 'forbidden' }),
    row('another endpoint', { endpoints: ['GET /posts'] }),
    row('another reason', { reason: 'interval' }),
    row('right endpoint, another reason', { endpoints: ['POST /posts'], reason: 'interval' }),
    row('right reason, another endpoint', { endpoints: ['GET /posts'], reason: 'daily_cap' }),
  ];

  describe('a row of the table', () => {
    const error = failed({ code: 'rate_limited', params: { reason: 'daily_cap' } });

    it('that is most particular is taken, in whatever order they stand', () => {
      const byRank = [byCode, byReason, byEndpoint, byBoth];
      fc.assert(
        fc.property(
          fc
            .subarray(byRank, { minLength: 1 })
            .chain((matching) =>
              fc.tuple(
                fc.constant(matching.at(-1)),
                fc.shuffledSubarray([...matching, ...beside], { minLength: matching.length + beside.length }),
              ),
            ),
          ([best, rows]) => {
            expect(remedyFor(rows, error)).toBe(best?.remedy);
          },
        ),
      );
    });

    it('is left in its place by being looked for', () => {
      const rows = Object.freeze([byCode, byBoth, byEndpoint]);
      expect(remedyFor(rows, error)).toBe(byBoth.remedy);
      expect(rows).toEqual([byCode, byBoth, byEndpoint]);
    });

    it('with a reason is not taken for an error that gives none', () => {
      expect(remedyFor([byReason, byBoth, byCode], failed({ code: 'rate_limited' }))).toBe(byCode.remedy);
    });

    it('for a number is not taken for the same code as a word', () => {
      expect(remedyFor([row('number', { code: 400 })], failed({ code: '400' }))).not.toMatchObject({
        advice: 'number',
      });
    });

    it('is not looked for where there is no code', () => {
      expect(remedyFor([byCode], failed({ kind: 'timeout', effect: 'unknown' }))).toEqual({ do: 'read' });
    });
  });

  describe('without a row', () => {
    const retry: Remedy = { do: 'retry', delay: 'as-told' };
    const park = expect.objectContaining({ do: 'park' }) as Remedy;

    it.each<[string, Partial<ServiceErrorDetails>, Remedy]>([
      ['what we refused to send', { kind: 'invalid' }, { do: 'end', advice: 'what happened' }],
      ['no connection', { kind: 'unreachable' }, retry],
      ['a read without a reply in time', { kind: 'timeout' }, retry],
      ['a write without a reply in time', { kind: 'timeout', effect: 'unknown' }, { do: 'read' }],
      ['a read that broke off', { kind: 'interrupted' }, retry],
      ['a write that broke off', { kind: 'interrupted', effect: 'unknown' }, { do: 'read' }],
      ['a read that cannot be read', { kind: 'unreadable', httpStatus: 200 }, retry],
      ['a write that was done', { kind: 'unreadable', effect: 'done', httpStatus: 200 }, { do: 'read' }],
      ['an undocumented refusal by status', { httpStatus: 418 }, park],
      ['an undocumented refusal by word', { httpStatus: 418, code: 'teapot' }, park],
      ['an undocumented refusal under HTTP 200', { httpStatus: 200, code: 418 }, park],
      ['an undocumented failure of a read', { httpStatus: 503, code: 503 }, retry],
      ['an undocumented failure of a read under HTTP 200', { httpStatus: 200, code: 503 }, retry],
      ['a read that the server gave up waiting for', { httpStatus: 408, code: 408 }, retry],
      ['an undocumented failure of a write', { httpStatus: 503, effect: 'unknown' }, { do: 'read' }],
    ])('%s is judged by its kind', (_what, details, remedy) => {
      expect(remedyFor([], failed(details))).toEqual(remedy);
    });
  });
});
