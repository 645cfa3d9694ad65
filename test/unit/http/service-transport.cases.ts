import { MockAgent } from 'undici';
import { remedyFor } from '../../../src/http/remedy';
import type { RatePermit } from '../../../src/http/rate-limit';
import { ServiceError } from '../../../src/http/service-error';
import { ServiceTransport, type Endpoint } from '../../../src/http/service-transport';
import { BareServer, type Answer } from '../../support/bare-server';

const publish: Endpoint = { method: 'POST', path: '/tasks/publish', reads: false };
const nothing = { target: '/tasks/publish', headers: {}, body: '' };

/** A service that must not be asked, behind a limit that says when it may be. */
function limited(permit: RatePermit): ServiceTransport {
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  return new ServiceTransport('localization', '/api/open/v1', {
    baseUrl: 'http://localization.example',
    dispatcher,
    takePermit: () => Promise.resolve(permit),
  });
}

async function failureOf(sending: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await sending.then(() => null).catch((cause: unknown) => cause);
  if (!(error instanceof ServiceError)) throw new Error('a ServiceError was expected');
  return error;
}

describe('a request that the limit keeps back', () => {
  it('for long was surely not sent, and is tried again when its turn is likely', async () => {
    const error = await failureOf(limited({ heldMs: 75_000.4 }).send(publish, nothing));
    expect(error).toMatchObject({ kind: 'held', effect: 'none', retryAfterMs: 75_001 });
    expect(error.message).toBe(
      'Localization service, POST /tasks/publish: not sent yet, because the limit of the configuration file is reached.',
    );
    expect(remedyFor([], error)).toEqual({ do: 'retry', delay: 'as-told' });
  });

  it('for a while ends at once where its caller gives up', async () => {
    const signal = AbortSignal.timeout(5);
    const error = await failureOf(limited({ waitMs: 40_000 }).send(publish, { ...nothing, signal }));
    expect(error).toMatchObject({ kind: 'interrupted', effect: 'none' });
  });
});

describe('a request that is redirected', () => {
  const servers: BareServer[] = [];
  const credentials = { authorization: 'Bearer secret' };
  const status: Endpoint = { method: 'GET', path: '/tasks/status', reads: true };

  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  async function serving(answer: Answer) {
    const server = await BareServer.start(answer);
    servers.push(server);
    const transport = new ServiceTransport('localization', '/api/open/v1', { baseUrl: `${server.url}/a` });
    servers.push({ close: () => transport.close() } as BareServer);
    return { server, transport };
  }

  const leadingTo =
    (code: number, location: (hop: number) => string, hops = 1): Answer =>
    (response, { target }) => {
      const hop = Number(/\d+$/.exec(target)?.[0] ?? 0);
      if (hop < hops) response.writeHead(code, { location: location(hop + 1) }).end();
      else response.end('{}');
    };

  it.each([
    [307, publish],
    [308, publish],
    [301, status],
    [302, status],
  ])('with %d is sent there as it was', async (code, endpoint) => {
    const { server, transport } = await serving(leadingTo(code, (hop) => `../there?hop=${hop}`));
    const body = endpoint.method === 'POST' ? '{"task_id":"task_1"}' : '';
    const reply = await transport.send(endpoint, { target: endpoint.path, headers: credentials, body });
    expect(reply).toMatchObject({ status: 200, text: '{}' });
    expect(server.seen).toMatchObject([
      { target: `/a/api/open/v1${endpoint.path}` },
      {
        method: endpoint.method,
        target: '/a/api/open/v1/there?hop=1',
        headers: credentials,
        rawBody: Buffer.from(body),
      },
    ]);
  });

  it('three times arrives, and four times does not', async () => {
    for (const [hops, seen] of [
      [3, 4],
      [4, 4],
    ] as const) {
      const { server, transport } = await serving(leadingTo(308, (hop) => `/hop/${hop}`, hops));
      const sent = transport.send(publish, nothing);
      if (hops === 3) expect(await sent).toMatchObject({ status: 200 });
      else expect(await failureOf(sent)).toMatchObject({ kind: 'refused', effect: 'none' });
      expect(server.seen).toHaveLength(seen);
    }
  });

  it.each([307, 308, 302])('with %d to another address is not sent there', async (code) => {
    const elsewhere = await serving((response) => response.end('{}'));
    const { transport } = await serving(leadingTo(code, () => `${elsewhere.server.url}/api/open/v1/x?t=1`));
    const error = await failureOf(transport.send(status, { ...nothing, headers: credentials }));
    expect(elsewhere.server.seen).toEqual([]);
    expect(error).toMatchObject({ kind: 'refused', effect: 'none', httpStatus: code });
    expect(error.message).toBe(
      'Localization service, GET /tasks/status: a redirect was not followed. If the service has moved, correct ' +
        `LOCALIZATION_BASE_URL (or baseUrl of the project). HTTP ${code} leads to ${elsewhere.server.url}`,
    );
    expect(remedyFor([], error)).toMatchObject({ do: 'park' });
  });

  it('with 302 is not sent again where it writes, and may have been done', async () => {
    const { server, transport } = await serving(leadingTo(302, () => '/done'));
    const error = await failureOf(transport.send(publish, nothing));
    expect(error).toMatchObject({ kind: 'refused', effect: 'unknown' });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['http://[', 'leads to no address'],
    ['file:///etc/passwd', 'leads to file:'],
  ])('to what is no address of the web is told: %s', async (address, told) => {
    const { transport } = await serving(leadingTo(307, () => address));
    expect((await failureOf(transport.send(publish, nothing))).message).toContain(told);
  });
});

it.each([0, -1, NaN])('a delay of %d is none', (retryAfterMs) => {
  const error = limited({ waitMs: 0 }).failure(publish, 'refused', 'none', 'no', { retryAfterMs });
  expect(error.retryAfterMs).toBeNull();
});
