/** What the console refuses: one test for each way in that must be shut. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readConfig, type Config } from '../../src/config/config';
import type { Inbox, Failure, Session } from '../../src/protocol/console-api';
import { ENDED_IS_KNOWN_MS, SESSION_MS, Sessions } from '../../src/gateway/console-api/sessions';
import type { Gateway } from '../../src/gateway/gateway';
import { Secret } from '../../src/http/secret';
import { sendCallback } from '../support/callback';
import { operators, Person, startConsole, tokens, type Listener } from '../support/console';
import { startTestGateway } from '../support/gateway';
import { until } from '../support/until';
import { ReleaseRig } from './release-rig';
import { itAtNight } from '../support/nightly';

/** Beyond what is promised: for what hangs. */
const BUSY_MACHINE_MS = 30_000;
const secret = new Secret('of this test, and long enough for a session');
const CSP =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';" +
  "form-action 'self';base-uri 'none';frame-ancestors 'none'";

let rig: ReleaseRig;
let pageDirectory: string;
let gateway: Gateway;
/** Has listened since before the first test. */
let listener: Listener;
let listeningSinceMs: number;
const opened: Gateway[] = [];

const config = (): Config => readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory);

/** Another gateway of the same installation. */
async function another(more: Partial<Config> & { pageDirectory?: string } = {}): Promise<Gateway> {
  const started = await startConsole(rig.client, config(), { sessionSecret: secret, pageDirectory, ...more });
  opened.push(started);
  return started;
}

const proxied = (addresses: string[]): Partial<Config> => ({
  console: { environment: null, temporalUi: null, proxy: { header: 'x-forwarded-user', addresses } },
});

beforeAll(async () => {
  rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms' });
  pageDirectory = await mkdtemp(join(tmpdir(), 'locrelease-page-'));
  await writeFile(join(pageDirectory, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(pageDirectory, 'app-A1B2C3D4.js'), 'console.log("page")');
  gateway = await another();
  listener = await (await Person.signedIn(gateway.url, 'reader')).listen('/api/events');
  listeningSinceMs = Date.now();
});
afterAll(async () => {
  listener.stop();
  for (const one of opened) await one.close();
  await rig.close();
  await rm(pageDirectory, { recursive: true, force: true });
});

/** The status and the kind of a refusal; a stream is left as soon as it begins. */
async function ask(person: Person, method: string, path: string, headers: Record<string, string> = {}) {
  if (path === '/api/events' && person.cookie !== null) {
    const ear = await person.listen(path);
    ear.stop();
    return [ear.status, undefined];
  }
  const { status, body } = await person.send<Partial<Failure> | string>(method, path, { headers });
  return [status, typeof body === 'object' ? body.code : undefined];
}

describe('whoever is not signed in', () => {
  it('is told how to begin where there are no operators yet', async () => {
    const empty = await another({ operators: new Map() });
    const { status, body } = await new Person(empty.url).get<Failure>('/api/session');
    expect([status, body.code]).toEqual([401, 'no_operators']);
    expect(body.message).toContain('locrelease auth token NAME');
    const signIn = await new Person(empty.url).post<Failure>('/api/session', { token: tokens.operator });
    expect([signIn.status, signIn.body.code]).toEqual([401, 'no_operators']);
  });

  it('stays so with a wrong token', async () => {
    const person = new Person(gateway.url);
    const { status, headers, body } = await person.post<Failure>('/api/session', {
      token: `${tokens.operator}x`,
    });
    expect([status, body.code]).toEqual([401, 'wrong_token']);
    expect(headers.getSetCookie()).toEqual([]);
    expect(JSON.stringify(body)).not.toContain(tokens.operator);
  });

  it('cannot sign in as somebody who has no token', async () => {
    const other = await another({
      operators: new Map([['fromproxy', { role: 'operate', tokenHash: null }]]),
    });
    for (const token of ['null', 'undefined', '""', 'fromproxy']) {
      expect((await new Person(other.url).post('/api/session', { token })).status).toBe(401);
    }
    expect((await new Person(other.url).post('/api/session', { token: '' })).status).toBe(400);
  });

  it('may guess ten times a minute, and another name for the address does not help', async () => {
    const own = await another();
    const guess = (forwardedFor: string) =>
      new Person(own.url).post<Failure>(
        '/api/session',
        { token: 'guess' },
        { 'x-forwarded-for': forwardedFor },
      );
    for (let time = 0; time < 10; time += 1) expect((await guess(`1.2.3.${time}`)).status).toBe(401);
    const { status, headers, body } = await guess('9.9.9.9');
    expect([status, body.code]).toEqual([429, 'too_many']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await new Person(own.url).signIn(tokens.operator)).status).toBe(429);
    expect((await new Person(own.url).get('/api/session')).status).toBe(401);
  });

  it('is counted by the address that a trusted proxy tells', async () => {
    const own = await another(proxied(['127.0.0.1']));
    const guess = (forwardedFor: string) =>
      new Person(own.url).post('/api/session', { token: 'guess' }, { 'x-forwarded-for': forwardedFor });
    for (let time = 0; time < 10; time += 1) await guess('1.2.3.4');
    expect((await guess('1.2.3.4')).status).toBe(429);
    expect((await guess('1.2.3.5')).status).toBe(401);
  });
});

describe('a request that changes something', () => {
  let operator: Person;
  beforeAll(async () => {
    operator = await Person.signedIn(gateway.url, 'operator');
  });

  it('needs the token of its own session', async () => {
    const person = new Person(gateway.url);
    person.cookie = operator.cookie;
    person.csrfToken = (await Person.signedIn(gateway.url, 'operator')).csrfToken;
    expect(await ask(person, 'POST', '/api/releases/default/none/cancel')).toEqual([403, 'csrf']);
  });

  it('comes from the page itself', async () => {
    const own: Record<string, string>[] = [{ origin: gateway.url }, { 'sec-fetch-site': 'same-origin' }];
    for (const headers of own) {
      const path = '/api/releases/default/none/terms/refresh';
      expect(await ask(operator, 'POST', path, headers)).toEqual([404, 'not_found']);
    }
  });

  it('may be a sign-in only from here', async () => {
    const from = { origin: 'https://evil.example' };
    const { status, headers } = await new Person(gateway.url).post(
      '/api/session',
      { token: tokens.reader },
      from,
    );
    expect(status).toBe(403);
    expect(headers.getSetCookie()).toEqual([]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('is not taken as %s, which forms of other sites can send', async (type) => {
    const { status, body } = await operator.send<Failure>('POST', '/api/session', {
      headers: { 'content-type': type },
      body: JSON.stringify({ token: tokens.reader }),
    });
    expect([status, body.code]).toEqual([415, 'not_json']);
  });
});

describe('a cookie', () => {
  const withCookie = (cookie: string, url = gateway.url): Person => {
    const person = new Person(url);
    person.cookie = `locrelease_session=${cookie}`;
    return person;
  };
  const sessions = new Sessions(operators, secret);
  const operator = operators.get('operator') ?? { role: 'read', tokenHash: null };

  it('is out of reach for scripts and other sites, and lasts twelve hours', async () => {
    const { headers } = await new Person(gateway.url).signIn(tokens.reader);
    const [cookie = '', ...more] = headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=43200',
      'Path=/',
      'SameSite=Strict',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is good at every gateway with the same secret', async () => {
    const person = withCookie(sessions.open('operator', operator, Date.now()), (await another()).url);
    expect(await person.get<Session>('/api/session')).toMatchObject({
      status: 200,
      body: { name: 'operator' },
    });
  });

  it('that was signed out at one gateway is refused at the others within seconds', async () => {
    const here = await Person.signedIn((await another()).url, 'reader');
    const there = new Person((await another()).url);
    there.cookie = here.cookie;
    expect(await ask(there, 'GET', '/api/session')).toEqual([200, undefined]);
    const leftAtMs = Date.now();
    expect((await here.send('DELETE', '/api/session')).status).toBe(204);
    expect(await ask(here, 'GET', '/api/session')).toEqual([401, 'unsigned']);
    const refused = await until('the other gateway refuses it', async () => {
      const answer = await ask(there, 'GET', '/api/session');
      return answer[0] !== 200 && answer;
    });
    expect(refused).toEqual([401, 'unsigned']);
    expect(Date.now() - leftAtMs).toBeLessThan(ENDED_IS_KNOWN_MS + BUSY_MACHINE_MS);
    const later = new Person((await another()).url);
    later.cookie = here.cookie;
    expect(await ask(later, 'GET', '/api/session')).toEqual([401, 'unsigned']);
  });

  it.each([
    [
      'forged',
      () => new Sessions(operators, new Secret('x'.repeat(40))).open('operator', operator, Date.now()),
    ],
    [
      'of a gateway that made its own secret',
      () => new Sessions(operators, null).open('operator', operator, Date.now()),
    ],
    ['that has expired', () => sessions.open('operator', operator, Date.now() - SESSION_MS)],
    ['of a role that was changed', () => sessions.open('reader', { ...operator }, Date.now())],
    ['of somebody unknown', () => sessions.open('mallory', operator, Date.now())],
    ['cut short', () => sessions.open('operator', operator, Date.now()).slice(0, -1)],
    ['that is no cookie', () => '%00%ff..'],
    ['that is a token', () => tokens.operator],
  ])('%s is none', async (_what, cookie) => {
    expect(await ask(withCookie(cookie()), 'GET', '/api/session')).toEqual([401, 'unsigned']);
  });
});

describe('the header of a proxy', () => {
  const named = { 'x-forwarded-user': 'operator' };

  it.each([
    ['no proxy is set', {}],
    ['the proxy stands elsewhere', proxied(['10.0.0.5', '::1'])],
  ])('is ignored where %s', async (_what, more) => {
    const { url } = await another(more);
    const forged = { ...named, 'x-forwarded-for': '10.0.0.5', forwarded: 'for=10.0.0.5' };
    expect(await ask(new Person(url), 'GET', '/api/session', forged)).toEqual([401, 'unsigned']);
  });

  it('names the operator where the proxy is trusted, who still needs the token of the session', async () => {
    const { url } = await another(proxied(['127.0.0.1']));
    const person = new Person(url);
    const { status, body } = await person.get<Session>('/api/session', named);
    expect([status, body.name, body.role]).toEqual([200, 'operator', 'operate']);
    const path = '/api/releases/default/none/cancel';
    expect(await ask(person, 'POST', path, named)).toEqual([403, 'csrf']);
    person.csrfToken = body.csrfToken;
    expect(await ask(person, 'POST', path, { ...named, 'x-forwarded-user': 'reviewer' })).toEqual([
      403,
      'role',
    ]);
    expect(await ask(person, 'POST', path, named)).toEqual([404, 'not_found']);
  });

  it('names nobody with what is not the name of an operator', async () => {
    const { url } = await another(proxied(['127.0.0.0/8']));
    for (const name of ['mallory', '', 'operator, reader', 'Operator', '__proto__']) {
      const answer = await ask(new Person(url), 'GET', '/api/session', { 'x-forwarded-user': name });
      expect([name, ...answer]).toEqual([name, 401, 'unsigned']);
    }
  });

  it('tells of TLS, for which the cookie is then kept, only where the proxy is trusted', async () => {
    const attributes = async (url: string) => {
      const { headers } = await new Person(url).post(
        '/api/session',
        { token: tokens.reader },
        { 'x-forwarded-proto': 'https' },
      );
      return headers.getSetCookie()[0];
    };
    expect(await attributes((await another(proxied(['127.0.0.1']))).url)).toContain('; Secure');
    expect(await attributes((await another()).url)).not.toContain('Secure');
  });
});

describe('a proxy that only ends TLS', () => {
  const behind = (addresses: string[]) => another({ trustedProxies: addresses });

  it('tells clients apart, and of TLS, and names nobody', async () => {
    const { url } = await behind(['127.0.0.1']);
    const guess = (forwardedFor: string) =>
      new Person(url).post('/api/session', { token: 'guess' }, { 'x-forwarded-for': forwardedFor });
    for (let time = 0; time < 10; time += 1) await guess('1.2.3.4');
    expect((await guess('1.2.3.4')).status).toBe(429);
    expect((await guess('1.2.3.5')).status).toBe(401);
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.2.3.6' };
    const { headers } = await new Person(url).post('/api/session', { token: tokens.reader }, forwarded);
    expect(headers.getSetCookie()[0]).toContain('; Secure');
    const named = { 'x-forwarded-user': 'operator' };
    expect(await ask(new Person(url), 'GET', '/api/session', named)).toEqual([401, 'unsigned']);
  });

  it('is not needed for a cookie that is kept for TLS where people open the console over TLS', async () => {
    const { url } = await another({ consoleUrl: 'https://console.example' });
    const { headers } = await new Person(url).post('/api/session', { token: tokens.reader });
    expect(headers.getSetCookie()[0]).toContain('; Secure');
  });
});

describe('whoever asks for much', () => {
  it('gets one stream after the other up to a bound, and leaves room for others', async () => {
    const own = await another();
    const reader = await Person.signedIn(own.url, 'reader');
    const ears = await Promise.all(Array.from({ length: 55 }, () => reader.listen('/api/events')));
    expect(ears.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(ears.filter(({ status }) => status === 429)).toHaveLength(5);
    const other = await (await Person.signedIn(own.url, 'operator')).listen('/api/events');
    expect(other.status).toBe(200);
    for (const ear of [...ears, other]) ear.stop();
  });

  it('has so many requests under way, and the callbacks have a room of their own', async () => {
    const away = await startTestGateway({ operators });
    try {
      const reader = await Person.signedIn(away.url, 'reader');
      const asked = Array.from({ length: 80 }, () => reader.get<Failure>('/api/releases'));
      const callback = { event: 'task.completed', taskId: 'task_1' };
      expect(await sendCallback(away.addressOf('game'), callback)).toMatchObject({ status: 200 });
      const refused = (await Promise.all(asked)).filter(({ status }) => status === 429);
      expect(refused.map(({ body }) => body.code)).toEqual(Array(48).fill('too_many'));
      expect((await reader.get('/api/session')).status).toBe(200);
    } finally {
      await away.close();
    }
  });
});

describe('the page', () => {
  const html = { accept: 'text/html,application/xhtml+xml' };
  const page = (path: string, headers: Record<string, string> = html) =>
    new Person(gateway.url).get(path, headers);

  it.each(['/', '/releases/default/game-1', '/releases/default/game-1/terms', '/schedules', '/anything'])(
    'is at %s, and nothing but itself may run in it',
    async (path) => {
      const { status, headers, body } = await page(path);
      expect([status, body]).toEqual([200, '<!doctype html><title>page</title>']);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'x-permitted-cross-domain-policies': 'none',
        'cache-control': 'no-cache',
      });
    },
  );

  it.each(['/', '/api/session', '/nothing'])(
    'and what is behind it at %s promise no TLS, which is for the proxy to promise',
    async (path) => {
      const { headers } = await page(path, { accept: '*/*' });
      expect(headers.get('content-security-policy')).toBe(CSP);
      expect(headers.has('strict-transport-security')).toBe(false);
    },
  );

  it('has files that are kept for ever, and a document that is asked for again', async () => {
    const script = await page('/app-A1B2C3D4.js', { accept: '*/*' });
    expect(script).toMatchObject({ status: 200, body: 'console.log("page")' });
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const etag = (await page('/')).headers.get('etag') ?? '';
    expect(await page('/', { ...html, 'if-none-match': etag })).toMatchObject({ status: 304, body: '' });
    expect(await page('/', { ...html, 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  });

  it.each(['/app-00000000.js', '/favicon.ico', '/nothing'])(
    'has no %s for who wants no page',
    async (path) => {
      expect(await page(path, { accept: '*/*' })).toMatchObject({
        status: 404,
        body: { code: 'no_such_address' },
      });
    },
  );

  it.each(['/api', '/api/nothing', '/callbacks/x', '/codec/decode', '/healthz/x', '/metrics/x'])(
    'is not at %s, which belongs to programs',
    async (path) => {
      expect(await page(path)).toMatchObject({ status: 404, body: { code: 'no_such_address' } });
    },
  );

  it('says so where it was not built', async () => {
    const { url } = await another({ pageDirectory: join(pageDirectory, 'absent') });
    const { status, headers, body } = await new Person(url).get('/', html);
    expect([status, body]).toEqual([503, 'The page is not built. Run "npm run build".\n']);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it.each([
    '/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/index.html/../../etc/passwd',
    '/index.html%00.js',
    '/app-A1B2C3D4.js/',
    '/./index.html',
    '/%',
    '/\\..\\..\\etc\\passwd',
    'http://evil.example/etc/passwd',
  ])('leads %s to no other file', async (path) => {
    const reply = await raw(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\nconnection: close\r\n\r\n`,
    );
    const [head = '', ...body] = reply.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 (200|400|404) /);
    expect(body.join('')).toMatch(/^(<!doctype html><title>page<\/title>|\{"code":"[\w-]+".*\})$/);
  });

  it.each([
    '/api/../api/session',
    '/api//session',
    '/API/session',
    '/api/session/',
    '/api/%73ession',
    '/api/session?x=1',
    '/api/session;x=1',
    '/api/releases/..%2f..%2fsession/x',
    '/api/releases/default/%2e%2e',
  ])('shows nothing of %s to who is not signed in', async (path) => {
    const reply = await raw(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 (400|401|404) /);
  });
});

async function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(request);
  return text(socket);
}

describe('a body', () => {
  let operator: Person;
  beforeAll(async () => {
    operator = await Person.signedIn(gateway.url, 'operator');
  });
  const send = (body: string | Uint8Array<ArrayBuffer>) =>
    operator.send<Failure>('POST', '/api/releases/default/none/cancel', {
      headers: { 'content-type': 'application/json' },
      body,
    });

  it('of more than two megabytes is not read', async () => {
    const { status, body } = await send(JSON.stringify({ reason: 'x'.repeat(2 * 1024 * 1024) }));
    expect([status, body.code]).toEqual([413, 'too_large']);
  });

  it.each([
    ['no JSON', '{"reason":'],
    ['no object', '"reason"'],
    ['no text', Buffer.from([0xff, 0xfe, 0x00])],
    ['more than is asked for', '{"reason":"x","by":"somebody else"}'],
    ['a new prototype', '{"reason":"x","__proto__":{"by":"somebody else"}}'],
    ['another constructor', '{"reason":"x","constructor":{"prototype":{"by":"somebody else"}}}'],
  ])('that holds %s is refused', async (_what, content) => {
    const { status, body } = await send(content);
    expect([status, body.code]).toEqual([400, 'bad_request']);
  });

  it('of a stranger is not even read', async () => {
    const { status } = await new Person(gateway.url).send('POST', '/api/releases/default/none/cancel', {
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(4 * 1024 * 1024),
    });
    expect(status).toBe(401);
  });

  it.each(['<script>alert(1)</script>', "x'%20OR%20'1'='1", 'a%0d%0ab'])(
    'or an address with a release called %s is refused',
    async (name) => {
      const { status, body } = await operator.get<Failure>(
        `/api/releases/default/${encodeURIComponent(name)}`,
      );
      expect([status, body.code]).toEqual([400, 'bad_request']);
    },
  );
});

describe('when others are away', () => {
  it('no worker: what waits is shown, and what is said is refused without a doubt', async () => {
    const lonely = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ownWorker: true });
    const deserted = await startConsole(
      lonely.client,
      readConfig(lonely.env({ GATEWAY_PORT: '0' }), lonely.directory),
    );
    try {
      const handle = await lonely.release();
      await lonely.waitingForTerms(handle);
      await lonely.stopWorker();
      const person = await Person.signedIn(deserted.url, 'reviewer');
      const id = handle.workflowId.replace('release/', '');
      const find = async () =>
        (await person.get<Inbox>('/api/inbox')).body.items.find((item) => item.id === id);
      await until('it is in the inbox', async () => (await find()) !== undefined);
      const { status, body } = await person.post<Failure>(`/api/releases/${id}/terms/reject`, {
        reason: 'x',
      });
      expect([status, body.code]).toEqual([503, 'no_worker']);
      expect(body.message).toMatch(/Start one with "locrelease worker"\. Nothing is lost/);
      await lonely.startWorker();
      expect((await lonely.status(handle)).state).toBe('waiting');
      await person.post(`/api/releases/${id}/terms/reject`, { reason: 'x' });
      expect((await handle.result()).state).toBe('rejected');
    } finally {
      await deserted.close();
      await lonely.close();
    }
  });

  itAtNight('no Temporal: it is said, and the session goes on', async () => {
    const away = await startTestGateway({ env: { LOCRELEASE_SESSION_SECRET: secret.reveal() }, operators });
    try {
      const person = await Person.signedIn(away.url, 'operator');
      const { status, body } = await person.get<Failure>('/api/releases');
      expect([status, body.code]).toEqual([503, 'temporal_unreachable']);
      const deed = await person.post<Failure>('/api/schedules/default/none/pause');
      expect([deed.status, deed.body.code]).toEqual([503, 'no_answer']);
      expect((await person.get('/api/session')).status).toBe(200);
    } finally {
      await away.close();
    }
  });
});

itAtNight('whoever listens is not cut off for listening', async () => {
  await until(
    'it has listened for longer than silence is borne',
    () => Date.now() - listeningSinceMs > 32_000,
    40_000,
  );
  expect(listener.ended).toBe(false);
  expect(listener.raw).toContain(': still here');
});
