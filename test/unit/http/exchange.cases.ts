import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { MockAgent, Pool, type Dispatcher } from 'undici';
import { exchange, ExchangeFailure, type ExchangeRequest } from '../../../src/http/exchange';
import { BareServer, deadAddress, reply, type Answer } from '../../support/bare-server';
import { until } from '../../support/until';

const asked = {
  method: 'GET',
  path: '/x',
  headers: {},
  body: '',
  timeoutMs: 5_000,
  maxReplyBytes: 1000,
} as const;

const open: { close(): Promise<unknown> }[] = [];

/** A dispatcher and a server that end with the test. */
async function serve(answer: Answer, options: Pool.Options = {}) {
  const server = await BareServer.start(answer);
  open.push(server);
  return { server, pool: poolOf(server.url, options) };
}

function poolOf(url: string, options: Pool.Options = {}): Pool {
  const pool = new Pool(url, options);
  open.push({ close: () => pool.destroy() });
  return pool;
}

function ask(pool: Dispatcher, origin: string, request: Partial<ExchangeRequest> = {}) {
  return exchange(pool, { ...asked, origin, ...request });
}

async function failureOf(call: Promise<unknown>): Promise<ExchangeFailure> {
  const outcome: unknown = await call.catch((error: unknown) => error);
  if (outcome instanceof ExchangeFailure) return outcome;
  throw new Error('expected an ExchangeFailure', { cause: outcome });
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

describe('a whole exchange', () => {
  it('gives status, headers and text, also of an error status', async () => {
    const { server, pool } = await serve(reply(418, 'Łódź 👋', { 'x-a': '1' }));
    const answer = await ask(pool, server.url);
    expect(answer).toMatchObject({ status: 418, text: 'Łódź 👋', headers: { 'x-a': '1' } });
  });

  it('reads a character that the network cut in two', async () => {
    const bytes = Buffer.from('👋');
    const { server, pool } = await serve((response) => {
      response.write(bytes.subarray(0, 2));
      setTimeout(() => response.end(bytes.subarray(2)), 20);
    });
    expect((await ask(pool, server.url)).text).toBe('👋');
  });

  it('sends the body as UTF-8, and none where there is none', async () => {
    const { server, pool } = await serve(reply(200, ''));
    await ask(pool, server.url, { method: 'POST', body: '{"a":"👋"}' });
    await ask(pool, server.url);
    expect(server.seen.map(({ rawBody }) => rawBody.toString())).toEqual(['{"a":"👋"}', '']);
    expect(server.seen[0]?.headers['content-length']).toBe('12');
    expect(server.seen[1]?.headers).not.toHaveProperty('content-length');
    expect(server.seen[1]?.headers['user-agent']).toMatch(/^locrelease\/\d/);
  });

  it('takes a reply of just the allowed size, and a redirect as it is', async () => {
    const { server, pool } = await serve(reply(302, 'x'.repeat(1000), { location: '/elsewhere' }));
    expect(await ask(pool, server.url)).toMatchObject({ status: 302 });
    expect(server.seen).toHaveLength(1);
  });

  it('waits for the answer behind an early hint', async () => {
    const { server, pool } = await serve((response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(200).end('final');
    });
    expect(await ask(pool, server.url)).toMatchObject({ status: 200, text: 'final' });
  });
});

describe('a reply that was packed though nobody asked for it', () => {
  const packed = (bytes: Buffer, encoding?: string): Answer => {
    const headers = encoding === undefined ? {} : { 'content-encoding': encoding };
    return (response) => response.writeHead(200, headers).end(bytes);
  };
  const text = '{"a":"Łódź 👋"}';

  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    [undefined, gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['BR', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['br', Buffer.alloc(0)],
  ])('is unpacked: %s', async (encoding, bytes) => {
    const { server, pool } = await serve(packed(bytes, encoding));
    expect((await ask(pool, server.url)).text).toBe(bytes.length === 0 ? '' : text);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may be just as large as allowed, and a bomb is not unpacked to its end: %s', async (encoding, pack) => {
    const { server, pool } = await serve((response, { target }) => {
      const size = target === '/bomb' ? 5_000_000 : 1000;
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.alloc(size, 'x')));
    });
    expect((await ask(pool, server.url)).text).toHaveLength(1000);
    const failure = await failureOf(ask(pool, server.url, { path: '/bomb', maxReplyBytes: 100_000 }));
    expect(failure).toMatchObject({ kind: 'unreadable', sent: true });
    expect(failure.message).toBe('the reply is larger than 100000 bytes');
  });

  it.each([
    ['gzip', gzipSync(text).subarray(0, 20)],
    ['br', Buffer.from(text)],
  ])('is unreadable where it is broken: %s', async (encoding, bytes) => {
    const { server, pool } = await serve(packed(bytes, encoding));
    expect(await failureOf(ask(pool, server.url))).toMatchObject({ kind: 'unreadable', sent: true });
  });
});

it('a reply is read without the mark that it begins with', async () => {
  const { server, pool } = await serve(reply(200, '\uFEFF{"a":"\uFEFF"}'));
  expect((await ask(pool, server.url)).text).toBe('{"a":"\uFEFF"}');
});

describe('a request that never left', () => {
  it('is unreachable where nobody listens', async () => {
    const url = await deadAddress();
    const failure = await failureOf(ask(poolOf(url), url));
    expect(failure).toMatchObject({ kind: 'unreachable', sent: false });
    expect(failure.message).toBe('cannot connect (ECONNREFUSED)');
  });

  it('is unreachable where the host is unknown', async () => {
    const url = 'http://nonexistent.invalid';
    const failure = await failureOf(ask(poolOf(url), url));
    expect(failure).toMatchObject({ kind: 'unreachable', sent: false });
    expect(failure.message).toMatch(/^cannot connect \((ENOTFOUND|EAI_AGAIN)\)$/);
  });

  it('is unreachable where the other side does not speak TLS', async () => {
    const { server } = await serve(reply(200, ''));
    const url = server.url.replace('http:', 'https:');
    expect(await failureOf(ask(poolOf(url), url))).toMatchObject({ kind: 'unreachable', sent: false });
  });

  it('is unreachable where the connection cannot be made for a reason that also breaks standing ones', async () => {
    const refuse = Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' });
    const pool = poolOf('http://host.example', { connect: (_options, done) => done(refuse, null) });
    const failure = await failureOf(ask(pool, 'http://host.example'));
    expect(failure).toMatchObject({
      kind: 'unreachable',
      sent: false,
      message: 'cannot connect (ETIMEDOUT)',
    });
  });

  it('names the first reason where each address of a host fails', async () => {
    const each = ['EHOSTUNREACH', 'ETIMEDOUT'].map((code) => Object.assign(new Error(code), { code }));
    const pool = poolOf('http://host.example', {
      connect: (_options, done) => done(new AggregateError(each), null),
    });
    const failure = await failureOf(ask(pool, 'http://host.example'));
    expect(failure).toMatchObject({ sent: false, message: 'cannot connect (EHOSTUNREACH)' });
  });

  it('is unreachable after the pool was closed', async () => {
    const { server, pool } = await serve(reply(200, ''));
    await pool.close();
    expect(await failureOf(ask(pool, server.url))).toMatchObject({ kind: 'unreachable', sent: false });
  });

  it('is unreachable where the dispatcher allows cannot connect', async () => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    open.push(agent);
    const failure = await failureOf(ask(agent, 'http://host.example'));
    expect(failure).toMatchObject({ kind: 'unreachable', sent: false });
  });

  it('counts as not sent when its time is up while the connection is made', async () => {
    const pool = poolOf('http://host.example', { connect: () => undefined });
    const failure = await failureOf(ask(pool, 'http://host.example', { timeoutMs: 50 }));
    expect(failure).toMatchObject({
      kind: 'timeout',
      sent: false,
      message: 'no complete reply within 50 ms',
    });
  });

  it('is not sent when it was cancelled before', async () => {
    const { server, pool } = await serve(reply(200, ''));
    const failure = await failureOf(ask(pool, server.url, { signal: AbortSignal.abort() }));
    expect(failure).toMatchObject({ kind: 'interrupted', sent: false });
    await ask(pool, server.url, { path: '/later' });
    expect(server.seen.map(({ target }) => target)).toEqual(['/later']);
  });

  it.each(['cancelled', 'out of time'])('is not sent when it is %s in the queue', async (why) => {
    const held: (() => void)[] = [];
    const { server, pool } = await serve((response) => held.push(() => response.end()), { connections: 1 });
    const first = ask(pool, server.url, { path: '/first' });
    await until('the first request is under way', () => held.length === 1);
    const cancel = new AbortController();
    const queued = ask(pool, server.url, {
      path: '/queued',
      signal: cancel.signal,
      timeoutMs: why === 'out of time' ? 50 : 5_000,
    });
    if (why === 'cancelled') cancel.abort();
    expect(await failureOf(queued)).toMatchObject({ sent: false });
    held.shift()?.();
    await first;
    const last = ask(pool, server.url, { path: '/last' });
    await until('the last request is under way', () => held.length === 1);
    held.shift()?.();
    await last;
    expect(server.seen.map(({ target }) => target)).toEqual(['/first', '/last']);
  });
});

describe('a request whose outcome is unknown', () => {
  it.each<[string, Answer]>([
    ['before a reply', (response) => response.socket?.resetAndDestroy()],
    ['by a plain close', (response) => response.socket?.destroy()],
    [
      'within the reply',
      (response) =>
        response.writeHead(200, { 'content-length': '10' }).write('123', () => response.destroy()),
    ],
  ])('is interrupted where the connection breaks %s, and is sent once', async (_when, answer) => {
    const { server, pool } = await serve(answer);
    const failure = await failureOf(ask(pool, server.url, { method: 'POST', body: '{}' }));
    expect(failure).toMatchObject({ kind: 'interrupted', sent: true });
    expect(failure.message).toMatch(/^the connection was lost \([A-Z_]+\)$/);
    expect(server.seen).toHaveLength(1);
  });

  it('is interrupted when it is cancelled under way, and the server is let go', async () => {
    let gone = false;
    const { server, pool } = await serve((response) => response.on('close', () => (gone = true)));
    const cancel = new AbortController();
    const call = ask(pool, server.url, { signal: cancel.signal });
    await until('the request is there', () => server.seen.length === 1);
    cancel.abort();
    expect(await failureOf(call)).toMatchObject({ kind: 'interrupted', sent: true });
    await until('the connection is closed', () => gone);
  });

  it.each<[string, Answer]>([
    ['begins', () => undefined],
    [
      'ends',
      (response) => {
        const drip = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('is out of time where the reply never %s', async (_what, answer) => {
    const { server, pool } = await serve(answer);
    const startedMs = performance.now();
    const failure = await failureOf(ask(pool, server.url, { timeoutMs: 200 }));
    expect(failure).toMatchObject({
      kind: 'timeout',
      sent: true,
      message: 'no complete reply within 200 ms',
    });
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });

  it('is unreadable where the reply is too large, and the rest of it is not read', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    let written = 0;
    let gone = false;
    const { server, pool } = await serve((response) => {
      const more = (): void => {
        while (written < 200 && !gone) {
          written += 1;
          if (!response.write(megabyte)) return void response.once('drain', more);
        }
        response.end();
      };
      response.on('close', () => (gone = true));
      more();
    });
    const failure = await failureOf(ask(pool, server.url));
    expect(failure).toMatchObject({ kind: 'unreadable', sent: true });
    expect(failure.message).toBe('the reply is larger than 1000 bytes');
    await until('the connection is closed', () => gone);
    expect(written).toBeLessThan(200);
  });

  it('keeps what is no HTTP out of the failure, since it may repeat a secret', async () => {
    const server = createTcpServer((socket) => {
      socket.on('data', (data) => socket.end(`what is ${data.toString()}`));
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    open.push({ close: () => Promise.resolve(server.close()) });
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const failure = await failureOf(ask(poolOf(url), url, { headers: { 'x-sign': 'hunter2' } }));
    expect(failure).toMatchObject({ kind: 'interrupted', sent: true });
    expect(failure.message).toBe('the connection was lost (HTTPParserError)');
    expect(inspect(failure, { depth: 10 })).not.toContain('hunter2');
  });
});

it('leaves nothing on a signal that outlives the exchange', async () => {
  const { server, pool } = await serve(reply(200, ''));
  const { signal } = new AbortController();
  const removed = jest.spyOn(signal, 'removeEventListener');
  const added = jest.spyOn(signal, 'addEventListener');
  await ask(pool, server.url, { signal });
  expect(added).toHaveBeenCalledTimes(1);
  expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1]);
});
