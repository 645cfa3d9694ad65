import { startTestGateway, type TestGateway } from '../../support/gateway';
import { glossaryOperations } from '../../../src/operations/glossary-operations';
import { viewOperations } from '../../../src/operations/view-operations';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ env: { LOCRELEASE_CONSOLE_URL: 'https://console.example/' } });
});
afterAll(() => gateway.close());

it.each(['J¶', 'a\0b', '', '../x', 'a'.repeat(101)])('a project called %j is refused', (project) => {
  const { insights, releases } = viewOperations;
  for (const { input } of [glossaryOperations.glossary, insights, releases])
    expect(input.safeParse({ project }).success).toBe(false);
});

it('a state that there is not is refused', () => {
  const { input } = viewOperations.releases;
  expect(input.safeParse({ state: 'waiting\0' }).success).toBe(false);
  expect(input.safeParse({ state: 'waiting' }).success).toBe(true);
});

it.each(['GET', 'DELETE', 'PUT'])('%s /mcp is told what it takes', async (method) => {
  const reply = await fetch(`${gateway.url}/mcp`, { method });
  expect([reply.status, reply.headers.get('allow'), await reply.json()]).toEqual([
    405,
    'POST',
    { code: 'method_not_allowed', exitCode: 2, message: 'Send this with POST.' },
  ]);
});

it.each([
  [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`, 431, 'too_large'],
  ['no request\r\n\r\n', 400, 'bad_request'],
])('what cannot be read as a request is refused as all else is: %#', async (sent, status, code) => {
  const [head = '', body = ''] = (await gateway.raw(sent)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toEqual({ code, exitCode: 2, message: expect.any(String) as string });
});

it.each([
  ['rebound.example', 421],
  ['console.example.evil', 421],
  ['console.example', 401],
  ['console.example:8443', 401],
  ['localhost:8088', 401],
  ['10.1.2.3:8088', 401],
  ['[::1]:8088', 401],
])('asked as %s, the console answers %i', async (host, status) => {
  const reply = await gateway.raw(`GET /api/releases HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

it.each([
  ['no host', ''],
  ['an empty host', 'host:\r\n'],
  ['half an address', 'host: [::1\r\n'],
  ['no address in brackets', 'host: [fe80::1%eth0]\r\n'],
  ['a name and a password', 'host: 127.0.0.1:9288@evil\r\n'],
  ['two names in one header', 'host: a,b\r\n'],
  ['two headers', 'host: localhost\r\nhost: evil\r\n'],
  ['a path', 'host: localhost/evil\r\n'],
  ['a port that is none', 'host: localhost:80x\r\n'],
])('%s is refused at every door, with a sentence', async (_what, header) => {
  for (const path of ['/api/releases', '/healthz', '/callbacks/x', '/nowhere']) {
    const reply = await gateway.raw(`GET ${path} HTTP/1.1\r\n${header}connection: close\r\n\r\n`);
    const [head = '', body = ''] = reply.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(body)).toEqual({
      code: 'bad_host',
      message: expect.any(String) as string,
      exitCode: 2,
    });
  }
});

it('a probe that speaks HTTP/1.0 needs no host', async () => {
  expect(await gateway.raw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
});

it('what is expected and cannot be met is refused with a sentence', async () => {
  const reply = await gateway.raw(
    'GET /healthz HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\nconnection: close\r\n\r\n',
  );
  expect(reply).toMatch(/^HTTP\/1.1 417 /);
  expect(reply).toContain('"code":"expectation_failed"');
});
