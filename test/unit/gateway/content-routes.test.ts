import { createHash } from 'node:crypto';
import { GatewayContents } from '../../../src/operations/gateway-contents';
import { GatewayRequests } from '../../../src/operations/gateway-requests';
import { CONTENT_PART_BYTES } from '../../../src/protocol/contents';
import { BareServer, type SeenRequest } from '../../support/bare-server';
import { operators, tokens, type OperatorName } from '../../support/console';
import { DirectoryStore } from '../../support/directory-store';
import { startTestGateway, type TestGateway } from '../../support/gateway';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
let gateway: TestGateway;
let way: BareServer;
/** What becomes of a request on its way; nothing: it is cut off. */
let meddle: (request: SeenRequest) => SeenRequest | null;

beforeEach(async () => {
  meddle = (request) => request;
  gateway = await startTestGateway({ operators, env: { LOCRELEASE_STORE: scratch.path('store') } });
  way = await BareServer.start((response, seen) => {
    const request = meddle(seen);
    if (request === null) {
      response.socket?.destroy();
      return;
    }
    const { method, target, headers, rawBody } = request;
    const { authorization = '', 'content-type': type } = headers;
    void fetch(gateway.url + target, {
      method,
      headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
      ...(method === 'PUT' && { body: rawBody }),
    }).then(async (reply) => {
      const offset = reply.headers.get('upload-offset');
      response.writeHead(reply.status, offset === null ? {} : { 'upload-offset': offset });
      response.end(Buffer.from(await reply.arrayBuffer()));
    });
  });
});
afterEach(async () => {
  await way.close();
  await gateway.close();
});

const contents = (name: OperatorName = 'operator'): GatewayContents =>
  new GatewayContents(new GatewayRequests({ server: way.url, token: tokens[name], tokenFrom: 'The token' }));
const kept = (sha256: string): Promise<Buffer> => new DirectoryStore(scratch.path('store')).get(sha256);
const parts = (): SeenRequest[] => way.seen.filter(({ method }) => method === 'PUT');
const large = 'Elder Mira guards the Crystal Keep. '.repeat(80_000);
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

it('keeps a content that comes in parts, and takes it only once', async () => {
  expect(await contents().put(large)).toEqual({ sha256: digestOf(large) });
  expect((await kept(digestOf(large))).toString()).toBe(large);
  expect(parts()).toHaveLength(Math.ceil(large.length / CONTENT_PART_BYTES));

  const sent = parts().length;
  await contents().put(large);
  expect(parts()).toHaveLength(sent);
});

it('goes on where it was after a connection was cut', async () => {
  let cuts = 0;
  meddle = (request) => {
    const isCut = request.target.includes(`offset=${CONTENT_PART_BYTES}&`) && cuts === 0;
    if (isCut) cuts += 1;
    return isCut ? null : request;
  };
  await contents().put(large);
  expect(cuts).toBe(1);
  expect((await kept(digestOf(large))).toString()).toBe(large);
  const offsets = parts().map(({ target }) => new URL(target, way.url).searchParams.get('offset'));
  expect(offsets).toEqual([
    '0',
    `${CONTENT_PART_BYTES}`,
    `${CONTENT_PART_BYTES}`,
    `${2 * CONTENT_PART_BYTES}`,
  ]);
});

it('is all there where only the answer to the last part was lost', async () => {
  let cuts = 0;
  const last = `offset=${2 * CONTENT_PART_BYTES}&`;
  meddle = (request) => {
    if (!request.target.includes(last) || cuts > 0) return request;
    cuts += 1;
    // It arrives; nobody hears of it.
    void fetch(gateway.url + request.target, {
      method: 'PUT',
      headers: {
        authorization: request.headers.authorization ?? '',
        'content-type': 'application/octet-stream',
      },
      body: request.rawBody,
    });
    return null;
  };
  await contents().put(large);
  expect(cuts).toBe(1);
  expect((await kept(digestOf(large))).toString()).toBe(large);
});

it('begins anew where the same is said to be of another size', async () => {
  const put = async (total: number): Promise<unknown> => {
    const reply = await fetch(`${gateway.url}/api/contents/${digestOf('y')}?offset=0&total=${total}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${tokens.operator}`, 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(1),
    });
    return reply.json();
  };
  for (const total of [2, 3, 2, 3, 2, 3]) expect(await put(total)).toEqual({ next: 1 });
});

it.each([
  ['small', 'Hello, Elder Mira!'],
  ['large', large],
])('refuses a %s content that was damaged on its way, and keeps nothing of it', async (_size, text) => {
  meddle = (request) => {
    const rawBody = Buffer.from(request.rawBody);
    if (request.method === 'PUT') rawBody[0] = (rawBody[0] ?? 0) ^ 1;
    return { ...request, rawBody };
  };
  await expect(contents().put(text)).rejects.toThrow('it was damaged on its way. Nothing was kept.');
  await expect(kept(digestOf(text))).rejects.toThrow('was not found');
});

it.each(['reader', 'reviewer'] as const)('takes nothing from a %s', async (name) => {
  await expect(contents(name).put('Hello')).rejects.toThrow('needs the role operate');
  await expect(kept(digestOf('Hello'))).rejects.toThrow('was not found');
});

it('refuses what does not fit, and more than it keeps at once', async () => {
  const put = (sha256: string, query: string, bytes: number, token = tokens.operator): Promise<Response> =>
    fetch(`${gateway.url}/api/contents/${sha256}?${query}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(bytes),
    });
  const statusOf = async (reply: Promise<Response>): Promise<number> => (await reply).status;
  const sha256 = digestOf('x');
  expect(await statusOf(put('..%2f..%2fetc', 'offset=0&total=1', 1))).toBe(400);
  expect(await statusOf(put(sha256, 'offset=0&total=1', 2))).toBe(400);
  expect(await statusOf(put(sha256, `offset=0&total=${2 ** 40}`, 1))).toBe(400);
  expect(await statusOf(put(sha256, 'offset=0&total=9000000', CONTENT_PART_BYTES + 1))).toBe(413);
  for (const text of ['a', 'b', 'c', 'd'])
    expect(await statusOf(put(digestOf(text), 'offset=0&total=2', 1))).toBe(200);
  expect(await statusOf(put(digestOf('e'), 'offset=0&total=2', 1))).toBe(429);
});
