/** How a bucket is spoken to where it does not answer as it should; test/store has what a real server answers. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../../src/config/config';
import { Secret } from '../../../src/http/secret';
import type { ObjectStorage } from '../../../src/store/object-storage';
import { S3Bucket } from '../../../src/store/s3-bucket';
import { openStorage } from '../../../src/store/open-store';
import { storeErrorOf } from '../../support/store-error-of';

type Answer = (response: ServerResponse, request: IncomingMessage, body: Buffer) => void;

const SECRET = 'a-secret-access-key';
const TOKEN = 'a-session-token';

let server: Server;
let answers: Answer[];
let seen: { line: string; headers: IncomingMessage['headers'] }[];
let storage: ObjectStorage;

beforeEach(async () => {
  [answers, seen] = [[], []];
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers });
      const answer = answers.shift() ?? refusal(500, 'NothingLeftToAnswer');
      answer(response, request, body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  storage = openStorage(
    readConfig({
      LOCRELEASE_STORE: 's3://bucket/some/prefix',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: SECRET,
      AWS_SESSION_TOKEN: TOKEN,
    }).store,
  );
});
afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const ok: Answer = (response) => response.end();
const text =
  (body: string): Answer =>
  (response) =>
    response.end(body);
const refusal =
  (status: number, code: string, message = 'no'): Answer =>
  (response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
const breaking: Answer = (response) => response.destroy();
const resetting: Answer = (_response, { socket }) => void socket.resetAndDestroy();
/** After some of what it has announced. */
const broken =
  (status: number, some: string): Answer =>
  (response) => {
    response.writeHead(status, { 'content-length': '10' }).flushHeaders();
    response.socket?.write(some, () => response.destroy());
  };

async function* of(...chunks: Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const all = <Item>(items: AsyncIterable<Item>): Promise<unknown[]> => Readable.from(items).toArray();

const put = (bytes = 10): Promise<void> => storage.put(of(Buffer.alloc(bytes)), () => 'ab/cd');

/** The same bucket, for somebody who waits for a fraction of a second. */
function impatient(): S3Bucket {
  const { port } = server.address() as AddressInfo;
  const key = { id: 'key', secret: new Secret(SECRET), sessionToken: null };
  const endpoint = `http://127.0.0.1:${port}`;
  return new S3Bucket({ kind: 's3', endpoint, region: 'us-east-1', bucket: 'bucket', prefix: '', key }, 300);
}

async function read(pauseMs = 0): Promise<string> {
  let all = '';
  for await (const chunk of storage.read('ab/cd')) {
    all += chunk.toString('latin1');
    if (pauseMs > 0) await delay(pauseMs);
  }
  return all;
}

/** Without the name of the operation that the client adds. */
const lines = (): string[] => seen.map(({ line }) => line.replace(/[?&]x-id=\w+$/, ''));

it('signs each request, by path, with the digest of what it sends', async () => {
  answers = [ok];
  await put();
  expect(lines()).toEqual(['PUT /bucket/some/prefix/ab/cd']);
  expect(seen[0]?.headers).toMatchObject({
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=[a-z0-9;-]*x-amz-content-sha256;/,
    ) as string,
    'x-amz-content-sha256': '01d448afd928065458cf670b60f5a594d735af0172c8d67f22a81680132681ca',
    'x-amz-security-token': TOKEN,
    'content-length': '10',
  });
});

describe('what passes by itself', () => {
  it.each<[string, Answer[]]>([
    ['a busy server', [refusal(503, 'SlowDown'), refusal(500, 'InternalError'), ok]],
    ['a connection that breaks', [breaking, breaking, ok]],
    ['a connection that is reset', [resetting, resetting, ok]],
    ['two who write at once', [refusal(409, 'ConditionalRequestConflict'), ok]],
  ])('is asked again: %s', async (_what, these) => {
    const { length } = these;
    answers = [...these];
    expect(await storage.create('ab/cd', 'x')).toBe(true);
    expect(seen).toHaveLength(length);
    expect(seen.every(({ headers }) => headers['if-none-match'] === '*')).toBe(true);
  });

  it('is told as such where it does not pass', async () => {
    // After a word such as SlowDown the next try waits for seconds: only the last one says so.
    answers = Array.from({ length: 4 }, () => refusal(500, 'InternalError'));
    answers.push(refusal(503, 'SlowDown', 'Please reduce your request rate.'));
    const error = await storeErrorOf(put());
    expect([error.kind, error.message]).toEqual([
      'unreachable',
      'Cannot write to the store s3://bucket/some/prefix (SlowDown: Please reduce your request rate). Nothing was stored. Try again later.',
    ]);
  });

  it.each([breaking, resetting])('names the variable of the address where nobody answers', async (away) => {
    answers = Array.from({ length: 5 }, () => away);
    const error = await storeErrorOf(put());
    expect([error.kind, error.message]).toEqual(['unreachable', expect.stringContaining('AWS_ENDPOINT_URL')]);
    expect(error.message).not.toContain('in time');
  });

  it('an answer that breaks is taken up where it broke', async () => {
    answers = [broken(200, '01234'), (response) => response.writeHead(206).end('56789')];
    expect(await read()).toBe('0123456789');
    expect(seen.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=5-']);
  });

  it('an answer that breaks again and again is read to its end as long as there is more of it', async () => {
    const digits = '0123456789';
    answers = Array.from(digits.slice(0, 6), (digit) => broken(206, digit));
    answers.push((response) => response.writeHead(206).end(digits.slice(6)));
    expect(await read()).toBe(digits);
  });

  it('an answer that breaks at the same place each time is given up', async () => {
    answers = [broken(200, '01234'), ...Array.from({ length: 9 }, () => broken(206, ''))];
    expect((await storeErrorOf(read())).kind).toBe('unreachable');
    expect(seen).toHaveLength(5);
  });

  it('a server that does not answer is asked as often for a content as for anything else', async () => {
    answers = Array.from({ length: 9 }, () => breaking);
    expect((await storeErrorOf(read())).kind).toBe('unreachable');
    expect(seen).toHaveLength(5);
  });

  it('nothing is read twice from a server that knows no ranges', async () => {
    answers = [
      broken(200, '01234'),
      broken(200, '012'),
      (response) => {
        response.writeHead(200).write('0123');
        setImmediate(() => response.end('456789'));
      },
    ];
    expect(await read()).toBe('0123456789');
  });

  it('an answer of which only the end was lost is whole', async () => {
    answers = [broken(200, '01234'), refusal(416, 'InvalidRange')];
    expect(await read()).toBe('01234');
  });

  it('a failure with the status of a success is none', async () => {
    const large = 9 * 1024 * 1024;
    answers = [
      text('<InitiateMultipartUploadResult><UploadId>u&amp;1</UploadId></InitiateMultipartUploadResult>'),
      (response) => response.setHeader('etag', '"one"').end(),
      (response) => response.setHeader('etag', '"two"').end(),
      // The server was done, but the line broke before it could say so.
      breaking,
      refusal(404, 'NoSuchUpload'),
      ok,
      text('<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>'),
      text('<CopyObjectResult/>'),
      ok,
    ];
    await put(large);
    const [begun, ...others] = lines();
    const incoming = /^POST (\/bucket\/some\/prefix\/incoming\/[0-9a-f-]{36})\?uploads=$/.exec(
      begun ?? '',
    )?.[1];
    expect(others).toEqual([
      `PUT ${incoming}?partNumber=1&uploadId=u%261`,
      `PUT ${incoming}?partNumber=2&uploadId=u%261`,
      `POST ${incoming}?uploadId=u%261`,
      `POST ${incoming}?uploadId=u%261`,
      `HEAD ${incoming}`,
      'PUT /bucket/some/prefix/ab/cd',
      'PUT /bucket/some/prefix/ab/cd',
      `DELETE ${incoming}`,
    ]);
  });
});

describe('what a person has to fix', () => {
  it.each([
    [404, 'NoSuchBucket', 'LOCRELEASE_STORE'],
    [403, 'InvalidAccessKeyId', 'AWS_ACCESS_KEY_ID'],
    [403, 'SignatureDoesNotMatch', 'AWS_SECRET_ACCESS_KEY'],
    [400, 'ExpiredToken', 'AWS_SESSION_TOKEN'],
    [301, 'PermanentRedirect', 'AWS_REGION'],
    [400, 'AuthorizationHeaderMalformed', 'AWS_REGION'],
    [403, 'AccessDenied', 'docs/running.md'],
    [403, 'RequestTimeTooSkewed', 'clock'],
    [418, 'SomethingNew', 'LOCRELEASE_STORE'],
  ])('is told at once and names it: %d %s', async (status, code, named) => {
    answers = [refusal(status, code), refusal(status, code)];
    const written = await storeErrorOf(put());
    const unread = await storeErrorOf(read());
    expect([written.kind, unread.kind]).toEqual(['unwritable', 'unreadable']);
    for (const { message } of [written, unread]) {
      expect(message).toContain(code);
      expect(message).toContain(named);
    }
    expect(seen).toHaveLength(2);
  });

  it('is told in short, without secrets and commands for a terminal', async () => {
    const hostile = `\u001b]52;c;x\u0007 ${SECRET} ${TOKEN} ${'x'.repeat(1_000_000)}`;
    answers = [refusal(403, '../<b>', hostile)];
    const { message } = await storeErrorOf(put());
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(message).not.toContain(SECRET);
    expect(message).not.toContain(TOKEN);
    expect(message.length).toBeLessThan(700);
    expect(message).toContain('HTTP 403');
  });
});

describe('a server that drips is not waited for, and not asked again', () => {
  const dripping =
    (drop: string): Answer =>
    (response) => {
      const timer = setInterval(() => response.socket?.write(drop), 50);
      response.once('close', () => clearInterval(timer));
    };

  it('with its headers', async () => {
    answers = [(response) => response.socket?.write('HTTP/1.1 200 OK\r\n'), ok];
    const [first = ok] = answers;
    answers[0] = (...given) => {
      first(...given);
      dripping('x-a: b\r\n')(...given);
    };
    await expect(impatient().putAtMs('ab/cd')).rejects.toThrow('no answer');
    expect(seen).toHaveLength(1);
  });

  it('with a content', async () => {
    answers = [
      (...given) => {
        given[0].writeHead(200, { 'content-length': '1000' }).flushHeaders();
        dripping('x')(...given);
      },
    ];
    await expect(all(impatient().read('ab/cd'))).rejects.toThrow('no answer');
    expect(seen).toHaveLength(1);
  });
});

it('a list that goes no further under ever new markers is ended', async () => {
  const page: Answer = (response) =>
    response.end(
      `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${seen.length}</NextContinuationToken></ListBucketResult>`,
    );
  answers = Array.from({ length: 200 }, () => page);
  await expect(all(storage.list('ab'))).rejects.toThrow('does not end');
  expect(seen.length).toBeLessThan(110);
});

it('what is there already stays, and what is not there is absent', async () => {
  answers = [refusal(412, 'PreconditionFailed'), refusal(404, 'NoSuchKey')];
  expect(await storage.create('ab/cd', 'x')).toBe(false);
  expect((await storeErrorOf(read())).kind).toBe('absent');
});

it.each([
  ['was put before', 'Sun, 01 Mar 2026 00:00:00 GMT', true],
  ['was put since', 'Mon, 09 Mar 2026 00:00:00 GMT', false],
])('what %s: removed or not', async (_what, lastModified, isRemoved) => {
  answers = [(response) => response.setHeader('last-modified', lastModified).end(), ok];
  expect(await storage.remove('ab/cd', Date.parse('2026-03-08T00:00:00Z'))).toBe(isRemoved);
  expect(seen).toHaveLength(isRemoved ? 2 : 1);
});

it('what is lost while it is written is no absent content', async () => {
  answers = [refusal(404, 'NoSuchKey')];
  expect((await storeErrorOf(put())).kind).toBe('unwritable');
});

it('a server that closes each connection does not harm a slow reader', async () => {
  const content = 'x'.repeat(300_000);
  answers = [(response) => response.writeHead(200, { connection: 'close' }).end(content)];
  expect(await read(5)).toBe(content);
});

it.each([
  ['the same token again and again', (): string => 't'],
  ['two tokens in turn', (page: number): string => `t${page % 2}`],
  ['a token without end', (): string => 't'.repeat(100_000)],
])('a listing with %s is refused', async (_what, token) => {
  answers = Array.from({ length: 10 }, (_, page) =>
    text(
      `<ListBucketResult><NextContinuationToken>${token(page)}</NextContinuationToken></ListBucketResult>`,
    ),
  );
  const listed = (async () => {
    for await (const one of storage.list('')) throw new Error(one.key);
  })();
  expect((await storeErrorOf(listed)).message).toContain('does not end');
  expect(answers.length).toBeGreaterThan(5);
});

const object = (key: string): string =>
  `<Contents><Key>${key}</Key><LastModified>2026-03-01T00:00:00.000Z</LastModified><Size>3</Size></Contents>`;

it.each([
  ['is cut off', `<ListBucketResult>${object('some/prefix/ef/gh')}<Contents><Key>some/prefix/half`],
  ['is the page of a proxy', '<html><body>Sign in to this network.</body></html>'],
  ['is empty', ''],
  [
    'says that it goes on, and not where',
    '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
  ],
  ['is too large', `<ListBucketResult>${' '.repeat(9 * 1024 * 1024)}</ListBucketResult>`],
  ['declares types of documents without end', '<!DOCTYPE a>'.repeat(600_000)],
])('a listing that %s is refused, in seconds', async (_what, body) => {
  answers = Array.from({ length: 5 }, () => text(body));
  const listed = (async () => {
    for await (const one of storage.list('')) throw new Error(one.key);
  })();
  expect((await storeErrorOf(listed)).message).toContain('cannot be read');
});

it('what was put at a time that cannot be read stays', async () => {
  answers = [(response) => response.setHeader('last-modified', 'some day').end(), ok];
  expect((await storeErrorOf(storage.remove('ab/cd', Infinity))).message).toContain('Nothing was stored');
  expect(lines()).toEqual(['HEAD /bucket/some/prefix/ab/cd']);
});

describe('without a key in the environment', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  function openWithoutKey(): ObjectStorage {
    const { port } = server.address() as AddressInfo;
    // So that a test finds neither the role nor the profile of the machine that runs it.
    Object.assign(process.env, {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/role`,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    });
    const endpoint = `http://127.0.0.1:${port}`;
    return openStorage(
      readConfig({ LOCRELEASE_STORE: 's3://bucket/some/prefix', AWS_ENDPOINT_URL: endpoint }).store,
    );
  }

  it('the client takes the credentials of its role, once for all stores in that place', async () => {
    const role = {
      AccessKeyId: 'of-the-role',
      SecretAccessKey: 'a-secret-of-the-role',
      Token: 'a-token-of-the-role',
      Expiration: new Date(Date.now() + 3_600_000).toISOString(),
    };
    storage = openWithoutKey();
    answers = [text(JSON.stringify(role)), ok, refusal(403, 'AccessDenied', role.SecretAccessKey)];
    await put();
    const { message } = await storeErrorOf(put());
    expect(message).not.toContain(role.SecretAccessKey);
    expect(lines()).toEqual(['GET /role', ...Array<string>(2).fill('PUT /bucket/some/prefix/ab/cd')]);
    expect(seen[1]?.headers).toMatchObject({
      authorization: expect.stringContaining('Credential=of-the-role/') as string,
      'x-amz-security-token': role.Token,
    });
  });

  it('and without any role, the message names the variables', async () => {
    storage = openWithoutKey();
    delete process.env.AWS_CONTAINER_CREDENTIALS_FULL_URI;
    const error = await storeErrorOf(put());
    expect(error.kind).toBe('unwritable');
    expect(error.message).toContain('no credentials for the bucket were found');
    expect(error.message).toContain('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
    expect(seen).toEqual([]);
  });
});

const listOf = (objects: string): Answer => text(`<ListBucketResult>${objects}</ListBucketResult>`);
const uploads = (key: string): string =>
  `<ListMultipartUploadsResult><Upload><Key>${key}</Key><UploadId>1</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload></ListMultipartUploadsResult>`;

it.each([
  ['objects', [listOf(object('other/ab/cd'))]],
  ['uploads', [listOf(''), text(uploads('other/ab/cd'))]],
])('a list with %s outside of the prefix is refused', async (_what, these) => {
  answers = [...these];
  const error = await storeErrorOf(storage.clearLeftovers(Date.now()));
  expect(error.message).toContain('the list of the bucket has keys outside of the prefix');
  expect(lines().every((line) => line.startsWith('GET'))).toBe(true);
});

it('reads listings with other things in them, page after page', async () => {
  answers = [
    text(
      `<ListBucketResult><IsTruncated>true</IsTruncated>${object('some/prefix/ab/cd')}${object('some/prefix/a b&amp;c')}<NextContinuationToken>t+/=</NextContinuationToken></ListBucketResult>`,
    ),
    text(`<ListBucketResult>${object('some/prefix/ef/gh')}</ListBucketResult>`),
  ];
  const found = [];
  for await (const one of storage.list('')) found.push(one);
  const putAtMs = Date.parse('2026-03-01T00:00:00Z');
  expect(found).toEqual([
    { key: 'ab/cd', bytes: 3, putAtMs },
    { key: 'ef/gh', bytes: 3, putAtMs },
  ]);
  expect(lines()).toEqual([
    'GET /bucket/?list-type=2&prefix=some%2Fprefix%2F',
    'GET /bucket/?continuation-token=t%2B%2F%3D&list-type=2&prefix=some%2Fprefix%2F',
  ]);
});
