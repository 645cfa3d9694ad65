import { defaultPayloadConverter } from '@temporalio/common';
import { EncryptionCodec } from '../../../src/temporal/payloads/encryption-codec';
import { freshKeyText, keysOf } from '../../support/encryption';
import { startTestGateway, type TestGateway } from '../../support/gateway';

const TOKEN = 'codec-token-for-tests-of-enough-length';
const ORIGIN = 'https://temporal.example';
const key = freshKeyText('first');

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    env: { LOCRELEASE_ENCRYPTION_KEYS: key, LOCRELEASE_CODEC_TOKEN: TOKEN, LOCRELEASE_CODEC_ORIGIN: ORIGIN },
  });
});
afterAll(() => gateway.close());

const base64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64');
const inClear = {
  metadata: { encoding: base64(Buffer.from('json/plain')) },
  data: base64(Buffer.from('"Mira"')),
};

function call(verb: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.url}/codec/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('the codec', () => {
  it('decrypts what a release has encrypted', async () => {
    const [sealed] = await new EncryptionCodec(keysOf(key)).encode([
      defaultPayloadConverter.toPayload('Mira'),
    ]);
    const metadata = Object.entries(sealed?.metadata ?? {}).map(
      ([name, value]) => [name, base64(value)] as const,
    );
    const reply = await call('decode', {
      payloads: [{ metadata: Object.fromEntries(metadata), data: base64(sealed?.data) }],
    });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ payloads: [inClear] });
  });

  it('encrypts what is to be sent, and decrypts it again', async () => {
    const sealed = (await (await call('encode', { payloads: [inClear, inClear] })).json()) as object;
    expect(JSON.stringify(sealed)).not.toContain(inClear.data);
    expect(await (await call('decode', sealed)).json()).toEqual({ payloads: [inClear, inClear] });
  });

  it('leaves what is in clear as it is', async () => {
    expect(await (await call('decode', { payloads: [inClear] })).json()).toEqual({ payloads: [inClear] });
    expect(await (await call('decode', { payloads: [] })).json()).toEqual({ payloads: [] });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"payloads":'],
    ['no list', '{"payloads":{}}'],
    ['data that is not base64', '{"payloads":[{"data":"%%%"}]}'],
    ['a list in place of an object', '[]'],
  ])('refuses %s with 400', async (_what, body) => {
    const reply = await call('decode', body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: 'bad_request' });
  });

  it('says which key it lacks', async () => {
    const metadata = { encoding: 'binary/locrelease-encrypted', 'encryption-key-id': 'lost' };
    const encoded = Object.entries(metadata).map(
      ([name, value]) => [name, base64(Buffer.from(value))] as const,
    );
    const reply = await call('decode', {
      payloads: [{ metadata: Object.fromEntries(encoded), data: 'AAAA' }],
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      code: 'undecryptable',
      message: expect.stringContaining('"lost"') as string,
    });
  });

  it.each(['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, TOKEN, `Basic ${TOKEN}`])(
    'refuses the authorization %j with 401',
    async (authorization) => {
      for (const verb of ['decode', 'encode']) {
        const reply = await call(verb, { payloads: [inClear] }, { authorization });
        expect(reply.status).toBe(401);
        expect(await reply.json()).toMatchObject({ code: 'unauthorized' });
      }
    },
  );

  it('may be used by pages of its origin, and of no other', async () => {
    const preflight = (origin: string) =>
      fetch(`${gateway.url}/codec/decode`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const ours = await preflight(ORIGIN);
    expect(ours.status).toBe(204);
    expect(ours.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(ours.headers.get('access-control-allow-headers')).toContain('authorization');
    for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null']) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
    }
    const answer = await call('decode', { payloads: [] }, { origin: ORIGIN });
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  it('is not there without a token', async () => {
    const closed = await startTestGateway({ env: { LOCRELEASE_ENCRYPTION_KEYS: key } });
    try {
      const reply = await fetch(`${closed.url}/codec/decode`, { method: 'POST', body: '{"payloads":[]}' });
      expect(reply.status).toBe(404);
    } finally {
      await closed.close();
    }
  });
});
