import { insist } from '../../../src/http/insist';
import { ServiceError, type ServiceErrorDetails } from '../../../src/http/service-error';

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

describe('a read that is insisted on', () => {
  it('is asked for again where the failure may pass', async () => {
    const { read, calls } = failing(
      failure({}),
      failure({ kind: 'unreadable' }),
      failure({ kind: 'refused', httpStatus: 429, retryAfterMs: null }),
      failure({ kind: 'refused', httpStatus: 503 }),
    );
    expect(await insist(read)).toBe('page');
    expect(calls()).toBe(5);
  });

  it('fails with the fifth failure', async () => {
    const fifth = failure({});
    const { read, calls } = failing(failure({}), failure({}), failure({}), failure({}), fifth);
    await expect(insist(read)).rejects.toBe(fifth);
    expect(calls()).toBe(5);
  });

  it.each([
    ['a refusal that stays', failure({ kind: 'refused', httpStatus: 403, retryAfterMs: null })],
    ['what was never sent', failure({ kind: 'invalid' })],
    ['a long pause', failure({ kind: 'refused', httpStatus: 429, retryAfterMs: 60_000 })],
    ['a fault of ours', new TypeError('no')],
  ])('is not asked for again after %s', async (_what, error) => {
    const { read, calls } = failing(error);
    await expect(insist(read)).rejects.toBe(error);
    expect(calls()).toBe(1);
  });

  it('ends with its caller', async () => {
    const caller = new AbortController();
    const error = failure({ retryAfterMs: 9_000 });
    const { read } = failing(error, error);
    const insisted = insist(read, caller.signal);
    caller.abort();
    await expect(insisted).rejects.toBe(error);
  });
});
