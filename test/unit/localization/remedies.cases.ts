import { ServiceError, type ServiceErrorDetails } from '../../../src/http/service-error';
import { localizationRemedies, localizationRemedy } from '../../../src/localization/remedies';
import { endpointCases } from '../../support/localization-endpoints';
import { expectEach } from '../../support/expect-each';

function failed(endpoint: string, code: number, details: Partial<ServiceErrorDetails> = {}): ServiceError {
  return new ServiceError(`${code}`, {
    service: 'localization',
    endpoint,
    kind: 'refused',
    effect: code < 500 ? 'none' : 'unknown',
    code,
    httpStatus: code,
    ...details,
  });
}

const everywhere = endpointCases.map(({ endpoint }) => endpoint);
/** Each repeat does it once more, and the service takes no key for them. */
const notRepeatable = [
  'POST /tasks/confirm-terms',
  'POST /tasks/supplement-translate',
  'POST /tasks/publish',
  'POST /export-templates/create',
];
const repeatable = everywhere.filter((endpoint) => !notRepeatable.includes(endpoint));

const deletions = ['POST /tasks/terms/delete', 'POST /terms/delete'];

/** The error table of the service's documentation, code by code. */
const documented: [number, string[], string, object][] = [
  [400, everywhere.filter((endpoint) => !deletions.includes(endpoint)), 'a wrong parameter', { do: 'end' }],
  // The form of their body is not documented.
  [400, deletions, 'a wrong parameter', { do: 'park' }],
  [401, everywhere, 'a signature that is invalid or out of time', { do: 'park' }],
  [403, everywhere, 'a task of another App Key, or a key without a secret', { do: 'park' }],
  [404, everywhere, 'something that does not exist', { do: 'park' }],
  [409, ['POST /tasks/confirm-terms'], 'a task that is not waiting', { do: 'read' }],
  [409, ['POST /tasks/terms/update', 'POST /tasks/terms/delete'], 'a task without a scan', { do: 'end' }],
  [
    422,
    ['POST /tasks/supplement-translate', 'POST /tasks/publish'],
    'a task that lacks languages or strings',
    { do: 'park' },
  ],
  [422, ['POST /export/ini'], 'a template of another format, or no languages', { do: 'park' }],
  [422, ['GET /terms'], 'a project without a source language', { do: 'park' }],
  [500, repeatable, 'an internal error', { do: 'retry', delay: 'backoff' }],
  [500, notRepeatable, 'an internal error in a call that starts something', { do: 'read' }],
  [502, repeatable, 'a failure on the way', { do: 'retry', delay: 'backoff' }],
  [502, notRepeatable, 'a workflow that was not triggered', { do: 'read' }],
];

const cases = documented.flatMap(([code, endpoints, what, remedy]) =>
  endpoints.map((endpoint) => ({ code, endpoint, what, remedy })),
);

describe('a documented error', () => {
  it('has its remedy at each endpoint', () =>
    expectEach(
      cases,
      ({ code, endpoint, what }) => `${code} on ${endpoint}, ${what}`,
      ({ code, endpoint, remedy }) => {
        const error = failed(endpoint, code);
        expect(localizationRemedy(error)).toMatchObject(remedy);
        // Where the code travelled makes no difference.
        expect(localizationRemedy(failed(endpoint, code, { httpStatus: 200 }))).toEqual(
          localizationRemedy(error),
        );
      },
    ));

  it('has one row in the table for each code and endpoint, and none that is for no endpoint of ours', () => {
    const places = localizationRemedies.flatMap(({ code, endpoints = ['*'], effect = 'any' }) =>
      endpoints.map((endpoint) => `${code} ${endpoint} ${effect}`),
    );
    expect(new Set(places).size).toBe(places.length);
    for (const { endpoints = [] } of localizationRemedies)
      expect(everywhere).toEqual(expect.arrayContaining([...endpoints]));
  });

  it('that stops a release says what to do, and leaves to its choices what can be decided', () => {
    for (const { remedy } of localizationRemedies) {
      if (remedy.do === 'park') expect(remedy.advice).not.toBe('');
      if ('advice' in remedy) expect(remedy.advice).toMatch(/^[A-Z].*\.$/);
      if ('advice' in remedy) expect(remedy.advice).not.toMatch(/\b(retry|skip|abort)\b/i);
    }
  });
});

describe('an error that is not documented', () => {
  it('of too many calls waits as long as it was told', () => {
    expect(localizationRemedy(failed('POST /tasks/publish', 429))).toEqual({ do: 'retry', delay: 'as-told' });
  });

  it.each([
    [409, 'POST /tasks/publish', 'park'],
    [422, 'POST /tasks/create', 'park'],
    [418, 'GET /terms', 'park'],
    [413, 'POST /tasks/create', 'park'],
    [503, 'POST /tasks/publish', 'read'],
    [504, 'POST /export-templates/create', 'read'],
  ])('%d on %s: %s', (code, endpoint, action) => {
    expect(localizationRemedy(failed(endpoint, code)).do).toBe(action);
  });

  it('of a read is tried again where it is the server’s', () => {
    const error = failed('GET /tasks/status', 503, { effect: 'none' });
    expect(localizationRemedy(error)).toEqual({ do: 'retry', delay: 'as-told' });
  });

  it.each([
    ['unreachable', 'none', 'retry'],
    ['timeout', 'unknown', 'read'],
    ['interrupted', 'unknown', 'read'],
    ['unreadable', 'done', 'read'],
    ['invalid', 'none', 'end'],
  ] as const)('and no reply at all (%s, effect %s): %s', (kind, effect, action) => {
    const error = failed('POST /tasks/publish', 0, { kind, effect, code: null, httpStatus: null });
    expect(localizationRemedy(error).do).toBe(action);
  });
});
