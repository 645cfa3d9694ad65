/** What the gateway compresses for whoever asks for it, and what never. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { request } from 'undici';
import { newToken, tokenHash } from '../../../src/gateway/operator-tokens';
import { Person } from '../../support/console';
import { startTestGateway, type TestGateway } from '../../support/gateway';

const SCRIPT = 'console.log("page");\n'.repeat(20_000);
/** Long enough that only the route's own setting keeps it from being compressed. */
const NAME = 'a'.repeat(4000);

/** Not what the gateway would make of it. */
const PACKED = brotliCompressSync(`// packed before\n${SCRIPT}`);

const unpack = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync } as const;
type Encoding = keyof typeof unpack;

const token = newToken();
let pageDirectory: string;
let gateway: TestGateway;
let cookie: string;

beforeAll(async () => {
  pageDirectory = await mkdtemp(join(tmpdir(), 'locrelease-page-'));
  await writeFile(join(pageDirectory, 'app-A1B2C3D4.js'), SCRIPT);
  await writeFile(join(pageDirectory, 'packed-A1B2C3D4.js'), SCRIPT);
  await writeFile(join(pageDirectory, 'packed-A1B2C3D4.js.br'), PACKED);
  gateway = await startTestGateway({
    operators: new Map([[NAME, { role: 'read', tokenHash: tokenHash(token) }]]),
    pageDirectory,
  });
  const person = new Person(gateway.url);
  await person.signIn(token);
  cookie = person.cookie ?? '';
});
afterAll(async () => {
  await gateway.close();
  await rm(pageDirectory, { recursive: true, force: true });
});

/** As it comes over the wire. */
async function wire(path: string, acceptEncoding: string | null, method: 'GET' | 'HEAD' = 'GET') {
  const { headers, body, statusCode } = await request(`${gateway.url}${path}`, {
    method,
    headers: { cookie, ...(acceptEncoding === null ? {} : { 'accept-encoding': acceptEncoding }) },
  });
  return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

const compressible = ['/app-A1B2C3D4.js', '/api/openapi.json'];

describe.each(compressible)('%s', (path) => {
  it.each(Object.keys(unpack) as Encoding[])('comes as %s to who takes that', async (encoding) => {
    const plain = await wire(path, null);
    const packed = await wire(path, encoding);
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(unpack[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
  });

  it.each([null, 'identity', 'gzip;q=0', 'unheard-of'])(
    'comes as it is to who takes %s',
    async (accepted) => {
      const { status, headers, bytes } = await wire(path, accepted);
      expect(status).toBe(200);
      expect(headers['content-encoding']).toBeUndefined();
      expect(Number(headers['content-length'])).toBe(bytes.length);
    },
  );

  it('has no body for who asks for its headers', async () => {
    expect(await wire(path, 'gzip', 'HEAD')).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
  });
});

it('what the build has packed is sent as it is, to who takes it', async () => {
  expect((await wire('/packed-A1B2C3D4.js', 'gzip, br')).bytes.equals(PACKED)).toBe(true);
  for (const accepted of [null, 'br;q=0', 'gzip'])
    expect((await wire('/packed-A1B2C3D4.js', accepted)).headers['content-encoding']).not.toBe('br');
  expect((await wire('/packed-A1B2C3D4.js.br', null)).status).toBe(404);
});

it('the page is known by the same tag in every encoding', async () => {
  const tags = await Promise.all(
    [null, 'gzip', 'br'].map(async (accepted) => (await wire('/app-A1B2C3D4.js', accepted)).headers.etag),
  );
  expect(new Set(tags)).toEqual(new Set([expect.stringMatching(/^W\/"[\w-]+"$/)]));
});

it('an answer with the session’s token is never compressed', async () => {
  const { status, headers, bytes } = await wire('/api/session', 'gzip, br');
  expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  expect(bytes.toString()).toContain('"csrfToken"');
});

it('what is not the console is sent as it is', async () => {
  const { bytes, headers } = await wire('/metrics', 'gzip, br');
  expect(bytes.length).toBeGreaterThan(1024);
  expect(headers['content-encoding']).toBeUndefined();
});
