import { countedCode, countServiceError, workerRegistry } from '../../../src/activities/call-failure';
import { ServiceError, type ServiceErrorDetails } from '../../../src/http/service-error';

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
  ['credentials refused by something between us', { service: 'social', code: null, httpStatus: 401 }, '401'],
  ['another refusal', { code: null, httpStatus: 418 }, '4xx'],
  ['a code that the service made up', { service: 'social', code: 'x'.repeat(100), httpStatus: 200 }, 'other'],
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
