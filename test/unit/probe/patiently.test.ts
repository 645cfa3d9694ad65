import { ServiceError } from '../../../src/http/service-error';
import { patiently } from '../../../src/probe/patiently';

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
  expect(await patiently(call)).toBe('answered');
  expect(call).toHaveBeenCalledTimes(3);
});

it.each([
  ['is refused for another reason', 1, refusal(404, 1), 1],
  ['would have to wait for an hour', 1, refusal(429, 3_600_000), 1],
  ['is turned away again and again', 9, refusal(429, 1), 5],
])('gives up on a call that %s', async (_what, times, error, calls) => {
  const call = refusing(times, error);
  await expect(patiently(call)).rejects.toBe(error);
  expect(call).toHaveBeenCalledTimes(calls);
});
