/** The sandbox on somebody's machine, and a page that they have open in a browser. */
import { request } from 'undici';
import { startStillSandbox } from './support';

async function faultsAfter(headers: Record<string, string>, method: 'GET' | 'POST' = 'POST') {
  const sandbox = await startStillSandbox();
  const rule = JSON.stringify({ on: 'POST /tasks/publish', do: 'reset' });
  const { statusCode, body } = await request(`${sandbox.url}/sandbox/faults`, {
    method,
    headers,
    ...(method === 'POST' && { body: rule }),
  });
  await body.dump();
  return { statusCode, faults: sandbox.faults.list().length };
}

it.each<[string, Record<string, string>]>([
  ['a program', {}],
  ['a program that knows it as localhost', { host: 'localhost:8090' }],
  ['its own page', { 'sec-fetch-site': 'same-origin' }],
])('%s may set faults', async (_who, headers) => {
  expect(await faultsAfter(headers)).toEqual({ statusCode: 201, faults: 1 });
});

it.each<[string, Record<string, string>]>([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a page of another port', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:3000' }],
  ['an older browser', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a name that was made to lead here', { host: 'evil.example', 'sec-fetch-site': 'same-origin' }],
])('%s may not', async (_who, headers) => {
  expect(await faultsAfter(headers)).toEqual({ statusCode: 403, faults: 0 });
});

it('a name that was made to lead here reads nothing either', async () => {
  expect(await faultsAfter({ host: 'evil.example:8090' }, 'GET')).toMatchObject({ statusCode: 403 });
  expect(await faultsAfter({ host: '[::1]:8090' }, 'GET')).toMatchObject({ statusCode: 200 });
});
