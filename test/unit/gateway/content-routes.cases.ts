import { createHash } from 'node:crypto';
import { GatewayContents } from '../../../src/operations/gateway-backend';
import { GatewayRequests } from '../../../src/operations/gateway-requests';
import { CONTENT_PART_BYTES, MOST_CONTENT_PARTS } from '../../../src/protocol/addresses';
import { BareServer, type SeenRequest } from '../../support/bare-server';
import { operators, tokens, type OperatorName } from '../../support/console';
import { DirectoryStore } from '../../support/directory-store';
import { startTestGateway, type TestGateway } from '../../support/gateway';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
let gateways: TestGateway[];
let way: BareServer;
/** What becomes of a request on its way; nothing: it is cut off. */
let meddle: (request: SeenRequest) => SeenRequest | null;

beforeEach(async () => {
  meddle = (request) => request;
  const env = { LOCRELEASE_STORE: scratch.path('store') };
  gateways = [await startTestGateway({ operators, env }), await startTestGateway({ operators, env })];
  way = await BareServer.start((response, seen) => {
    const request = meddle(seen);
    if (request === null) {
      response.socket?.destroy();
      return;
    }
    void passedOn(request).then(async (reply) => {
      response.writeHead(reply.status);
      response.end(Buffer.from(await reply.arrayBuffer()));
    });
  });
});
afterEach(async () => {
  await way.close();
  for (const gateway of gateways) await gateway.close();
});

/** To one gateway after the other, as a balancer does. */
function passedOn({ method, target, headers, rawBody }: SeenRequest): Promise<Response> {
  gateways.reverse();
  const { authorization = '', 'content-type': type } = headers;
  return fetch(`${gateways[0]?.url ?? ''}${target}`, {
    method,
    headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
    ...(rawBody.length > 0 && { body: rawBody }),
  });
}

const contents = (name: OperatorName = 'operator'): GatewayContents =>
  new GatewayContents(new GatewayRequests({ server: way.url, token: tokens[name], tokenFrom: 'The token' }));
const kept = (sha256: string): Promise<Buffer> => new DirectoryStore(scratch.path('store')).get(sha256);
const parts = (): SeenRequest[] => way.seen.filter(({ method }) => method === 'PUT');
const large = Array.from({ length: 80_000 }, (_none, line) => `${line} Elder Mira guards the Keep. `).join(
  '',
);
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

it.each([
  ['that is small', 'Hello, Elder Mira!', 1],
  ['in parts, through several gateways', large, Math.ceil(large.length / CONTENT_PART_BYTES)],
  ['whose parts are all alike', 'a'.repeat(3 * CONTENT_PART_BYTES), 1],
])('keeps a content %s, and takes it only once', async (_how, text, count) => {
  expect(await contents().put(text)).toEqual({ sha256: digestOf(text) });
  expect((await kept(digestOf(text))).toString()).toBe(text);
  expect(parts()).toHaveLength(count);
  await contents().put(text);
  expect(parts()).toHaveLength(count);
});

it.each(['a request was cut', 'an answer was lost'])('goes on where it was after %s', async (how) => {
  let cuts = 0;
  meddle = (request) => {
    if (parts().length !== 2 || request.method !== 'PUT' || cuts > 0) return request;
    cuts += 1;
    if (how === 'an answer was lost') void passedOn(request);
    return null;
  };
  await contents().put(large);
  expect(cuts).toBe(1);
  expect((await kept(digestOf(large))).toString()).toBe(large);
  const sent = parts().map(({ target }) => target);
  expect(sent.length - new Set(sent).size).toBeLessThanOrEqual(1);
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

it('refuses what does not fit', async () => {
  const send = async (method: string, path: string, body: Buffer | object): Promise<number> => {
    const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
    const reply = await fetch(`${gateways[0]?.url ?? ''}/api/contents/${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.operator}`, 'content-type': type },
      body: Buffer.isBuffer(body) ? Buffer.from(body) : JSON.stringify(body),
    });
    return reply.status;
  };
  const sha256 = digestOf('x');
  expect(await send('PUT', '..%2f..%2fetc', Buffer.alloc(1))).toBe(400);
  expect(await send('PUT', sha256, Buffer.alloc(CONTENT_PART_BYTES + 1))).toBe(413);
  const many = Array.from({ length: MOST_CONTENT_PARTS + 1 }, () => sha256);
  expect(await send('POST', `${sha256}/parts`, { parts: many })).toBe(400);
  expect(await send('POST', `${sha256}/parts`, { parts: [sha256] })).toBe(503);
  expect(await send('PUT', digestOf('y'), Buffer.from('y'))).toBe(200);
  expect(await send('POST', `${sha256}/parts`, { parts: [digestOf('y')] })).toBe(422);
  await expect(kept(sha256)).rejects.toThrow('was not found');
});
