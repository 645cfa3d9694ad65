import { ExchangeFailure } from '../../../src/http/exchange';
import { closeTracing, openTracing } from '../../../src/tracing/tracing';
import type { Tracing } from '../../../src/tracing/open-telemetry';
import { deadAddress } from '../../support/bare-server';

const VARIABLE = 'OTEL_EXPORTER_OTLP_ENDPOINT';
afterEach(() => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
});

async function traced(endpoint: string): Promise<Tracing> {
  process.env[VARIABLE] = endpoint;
  const tracing = await openTracing();
  if (tracing === null) throw new Error('it is off');
  return tracing;
}

const createTask = {
  service: 'localization',
  method: 'POST',
  host: 'l10n.example',
  path: '/tasks/create',
} as const;

it.each([
  [{}],
  [{ [VARIABLE]: '' }],
  [{ [VARIABLE]: 'http://x', OTEL_SDK_DISABLED: 'true' }],
  [{ [VARIABLE]: 'http://x', OTEL_TRACES_EXPORTER: 'none' }],
])('there are no traces with %j', async (env) => {
  expect(await openTracing(env)).toBeNull();
});

it('a failed call fails as it did', async () => {
  const tracing = await traced(await deadAddress());
  const failure = new ExchangeFailure('no complete reply', 'timeout', true);
  await expect(tracing.aroundCall(createTask, () => Promise.reject(failure))).rejects.toBe(failure);
  await closeTracing();
});

it('a collector that is away fails nothing', async () => {
  const tracing = await traced(await deadAddress());
  const answer = { status: 200, headers: {}, text: 'as it came' };
  expect(await tracing.aroundCall(createTask, () => Promise.resolve(answer))).toBe(answer);
  await closeTracing();
});
