import { retryRead, retryThrottled } from '../../../src/http/retry';
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
