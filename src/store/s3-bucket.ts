/**
 * One bucket, through the official client of S3, which finds the credentials, signs, and retries temporary failures.
 * Loading it takes 0.3 s, so src/store/s3-storage.ts imports this file with the first request.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { BucketPlace } from '../config/store-place';
import { redactor, Secret } from '../http/secret';
import type { StoredObject } from './object-storage';
import { S3Failure } from './s3-failure';

const ATTEMPTS = 5;
const PAUSE_MS = 200;
const CONNECT_MS = 10_000;
/** The longest silence of a server, or time for headers alone. */
const IDLE_MS = 30_000;
/** Once the idle time has passed, a content that arrives more slowly than this is given up. */
const LEAST_BYTES_PER_SECOND = 1024;
/** A server may copy all of a large object before it sends a byte. */
const COPY_IDLE_MS = 5 * 60_000;
const MOST_REPLY_BYTES = 8 * 1024 * 1024;
/** More than a bucket of a hundred million objects has. */
const MOST_PAGES = 100_000;
/** Pages that are empty or go backwards: lists are in order, except for a few pages with some servers. */
const MOST_IDLE_PAGES = 100;
const MOST_MARKER_CHARS = 4096;

// On Node 20 the client warns of future releases; the pinned version runs there.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

export interface Upload {
  key: string;
  id: string | undefined;
}

/** All errors are an S3Failure. */
export class S3Bucket {
  readonly #bucket: { Bucket: string };
  readonly #client: S3Client;
  readonly #copyingClient: S3Client;

  constructor(
    place: BucketPlace,
    private readonly idleMs = IDLE_MS,
  ) {
    this.#bucket = { Bucket: place.bucket };
    this.#client = createClient(place, idleMs);
    this.#copyingClient = createClient(place, COPY_IDLE_MS, this.#client.config.credentials);
  }

  /** false: there is such an object already. */
  async put(key: string, body: Uint8Array, { isNew = false } = {}): Promise<boolean> {
    try {
      await this.#client.send(
        new PutObjectCommand({ ...this.#object(key), Body: body, ...(isNew && { IfNoneMatch: '*' }) }),
      );
      return true;
    } catch (error) {
      if (isNew && error instanceof S3Failure && error.status === 412) return false;
      throw error;
    }
  }

  /** A response that breaks off is resumed at that place. */
  async *read(key: string): AsyncGenerator<Buffer> {
    let at = 0;
    let failures = 0;
    for (;;) {
      const reply = await this.#bodyFrom(at, key);
      if (reply === null) return;
      // A server without ranges sends everything again.
      let extra = reply.isPartial ? 0 : at;
      const begunAt = at;
      const begunAtMs = performance.now();
      try {
        for await (const chunk of reply.body) {
          if (performance.now() - begunAtMs > this.idleMs) requireSpeed(at - begunAt, begunAtMs);
          const rest = chunk.subarray(extra);
          extra -= chunk.length - rest.length;
          at += rest.length;
          if (rest.length > 0) yield rest;
        }
        return;
      } catch (error) {
        failures = at > begunAt ? 1 : failures + 1;
        if (isSlow(error)) throw S3Failure.tooSlow();
        if (failures === ATTEMPTS) throw S3Failure.of(error);
        await delay(PAUSE_MS * 2 ** failures * Math.random());
      }
    }
  }

  /** null: there is nothing from that offset on. */
  async #bodyFrom(
    at: number,
    key: string,
  ): Promise<{ body: AsyncIterable<Buffer>; isPartial: boolean } | null> {
    try {
      const { Body: body, $metadata } = await this.#client.send(
        new GetObjectCommand({ ...this.#object(key), ...(at > 0 && { Range: `bytes=${at}-` }) }),
      );
      if (!(body instanceof Readable)) return null;
      return { body, isPartial: $metadata.httpStatusCode === 206 };
    } catch (error) {
      if (at > 0 && error instanceof S3Failure && error.status === 416) return null;
      throw error;
    }
  }

  /** When the object was last put; NaN: the server reports no time; null: there is no such object. */
  async putAtMs(key: string): Promise<number | null> {
    try {
      const { LastModified: putAt } = await this.#client.send(new HeadObjectCommand(this.#object(key)));
      return putAt?.getTime() ?? NaN;
    } catch (error) {
      if (error instanceof S3Failure && error.isAbsent) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(key)));
  }

  /** The server copies, so that no content is transferred. */
  async copy(from: string, to: string): Promise<void> {
    const source = `${this.#bucket.Bucket}/${from}`;
    await this.#copyingClient.send(new CopyObjectCommand({ ...this.#object(to), CopySource: source }));
  }

  /** The time is NaN where the server reports none. */
  list(prefix: string): AsyncGenerator<StoredObject> {
    return itemsOf(async (after) => {
      const command = new ListObjectsV2Command({ ...this.#bucket, Prefix: prefix, ...after });
      const page = await this.#client.send(command);
      const token = page.NextContinuationToken;
      if (page.IsTruncated === true && token === undefined)
        throw S3Failure.unreadable('the list of the bucket does not say where it goes on');
      const items = (page.Contents ?? []).map(
        ({ Key: key = '', Size: bytes = NaN, LastModified: putAt }) => ({
          key: below(prefix, key),
          bytes,
          putAtMs: putAt?.getTime() ?? NaN,
        }),
      );
      return { items, next: token === undefined ? null : { ContinuationToken: token } };
    });
  }

  /** Sends a large object in parts; it exists once the last part is complete. */
  async upload(key: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const begun = await this.#client.send(new CreateMultipartUploadCommand(this.#object(key)));
    const upload = { ...this.#object(key), UploadId: begun.UploadId };
    try {
      const sent: { PartNumber: number; ETag: string | undefined }[] = [];
      for await (const part of parts) {
        const number = sent.length + 1;
        const { ETag: etag } = await this.#client.send(
          new UploadPartCommand({ ...upload, PartNumber: number, Body: part }),
        );
        sent.push({ PartNumber: number, ETag: etag });
      }
      await this.#client
        .send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } }))
        .catch(async (error: unknown) => {
          // The reply to an earlier attempt was lost: no other process knows the key.
          if (!(error instanceof S3Failure && error.code === 'NoSuchUpload')) throw error;
          await this.#client.send(new HeadObjectCommand(this.#object(key)));
        });
    } catch (error) {
      await this.abandon({ key, id: begun.UploadId });
      throw error;
    }
  }

  /** Leftovers are removed by a later collection or a rule of the bucket. */
  async abandon({ key, id }: Upload): Promise<void> {
    await this.#client
      .send(new AbortMultipartUploadCommand({ ...this.#object(key), UploadId: id }))
      .catch(() => undefined);
  }

  /** The uploads below a prefix that were neither completed nor abandoned. */
  unfinishedUploads(prefix: string): AsyncGenerator<Upload & { begunAtMs: number }> {
    return itemsOf(async (after) => {
      const command = new ListMultipartUploadsCommand({ ...this.#bucket, Prefix: prefix, ...after });
      const page = await this.#client.send(command);
      const next = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      const items = (page.Uploads ?? []).map(({ Key: key = '', UploadId: id, Initiated: begunAt }) => ({
        key: below(prefix, key),
        id,
        begunAtMs: begunAt?.getTime() ?? NaN,
      }));
      return { items, next: page.IsTruncated === true ? next : null };
    });
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { ...this.#bucket, Key: key };
  }
}

function createClient(place: BucketPlace, idleMs: number, shared?: S3ClientConfig['credentials']): S3Client {
  const { endpoint, region, bucket, key } = place;
  const given = key && {
    accessKeyId: key.id,
    secretAccessKey: key.secret.reveal(),
    ...(key.sessionToken !== null && { sessionToken: key.sessionToken.reveal() }),
  };
  const credentials = shared ?? given;
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    // Every server finds a bucket by its path, but AWS wants its name in the host, where a certificate allows it.
    forcePathStyle: endpoint !== null || bucket.includes('.'),
    ...(credentials !== null && { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: idleMs,
      // A server that sends its headers slowly never lets the socket become idle.
      requestTimeout: idleMs,
      throwOnRequestTimeout: true,
    },
    // Requests are signed with a digest, and contents are checked by theirs; not all servers support more.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next) => async (request) => {
      let secrets: Secret[] = [];
      try {
        secrets = await secretsOf(client);
        return await next(request);
      } catch (error) {
        throw S3Failure.of(error, redactor(secrets));
      }
    },
    { step: 'initialize', priority: 'high' },
  );
  client.middlewareStack.add((next) => (request) => next(request).catch(markRepeatable), {
    step: 'deserialize',
    priority: 'high',
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const response = result.response as { statusCode: number; body: unknown };
        const isContent = commandName === 'GetObjectCommand' && response.statusCode < 300;
        if (isContent || !(response.body instanceof Readable)) return result;
        const body = await bounded(response.body, 2 * idleMs);
        const root = listRoots[commandName ?? ''];
        if (root !== undefined && response.statusCode < 300) requireRoot(body, root);
        response.body = Readable.from([body]);
        return result;
      },
    { step: 'deserialize', priority: 'low' },
  );
  return client;
}

/** A server may repeat what it was sent, which must not be printed. */
async function secretsOf(client: S3Client): Promise<Secret[]> {
  try {
    const { secretAccessKey, sessionToken } = await client.config.credentials();
    return [secretAccessKey, ...(sessionToken ? [sessionToken] : [])].map((text) => new Secret(text));
  } catch (cause) {
    throw new S3Failure(401, 'NoCredentials', 'no credentials for the bucket were found', { cause });
  }
}

/** The client takes these for permanent refusals; from S3 they are temporary. */
const transientRefusals = new Set(['ConditionalRequestConflict', 'OperationAborted']);

/** A silent server gets no retry here: the caller gets an error, and Temporal retries activities. */
function markRepeatable(error: unknown): never {
  if (isSlow(error)) throw S3Failure.tooSlow();
  if (error instanceof Error && transientRefusals.has(error.name))
    Object.assign(error, { $retryable: { throttling: false } });
  throw error;
}

/** The client also calls a reset connection a timeout. */
function isSlow(error: unknown): boolean {
  const { name, code = 'ETIMEDOUT' } = error as { name?: string; code?: string };
  return name === 'TimeoutError' && code === 'ETIMEDOUT';
}

/** Named like the client's own error. */
class TooSlow extends Error {
  override readonly name = 'TimeoutError';
}

function requireSpeed(bytes: number, sinceMs: number): void {
  const seconds = (performance.now() - sinceMs) / 1000;
  if (bytes < seconds * LEAST_BYTES_PER_SECOND) throw new TooSlow('the content comes too slowly');
}

/** Keys outside of the prefix are not this store's objects: none of them is read, copied or removed. */
function below(prefix: string, key: string): string {
  if (!key.startsWith(prefix))
    throw S3Failure.unreadable('the list of the bucket has keys outside of the prefix');
  return key;
}

/**
 * The client reads any other document, such as the page of a proxy, as an empty list: what is not listed may be
 * removed.
 */
const listRoots: Readonly<Record<string, string>> = {
  ListObjectsV2Command: 'ListBucketResult',
  ListMultipartUploadsCommand: 'ListMultipartUploadsResult',
};

function requireRoot(body: Buffer, root: string): void {
  const found = /^\s*(?:<\?[^>]*>\s*)?<([\w:.-]+)/.exec(body.subarray(0, 1000).toString('latin1'))?.[1];
  if (found !== root && found !== 'Error') throw new Error(`the reply is no ${root}`);
}

/** S3 sends no document type declarations, and skipping one may take the client's parser for ever. */
async function bounded(body: Readable, longestMs: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const begunAtMs = performance.now();
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_REPLY_BYTES) throw S3Failure.unreadable('the reply is larger than any of S3');
    if (performance.now() - begunAtMs > longestMs) throw new TooSlow('the reply comes too slowly');
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  if (/<!doctype/i.test(whole.toString('latin1'))) throw new Error('the reply is no XML of S3');
  return whole;
}

/** A server that repeats a marker, or sends new markers without progress, would cause endless requests. */
async function* itemsOf<Item extends { key: string }>(
  request: (after: object) => Promise<{ items: Item[]; next: object | null }>,
): AsyncGenerator<Item> {
  const requested = new Set<string>();
  let idlePages = 0;
  let furthest = '';
  for (let after: object | null = {}; after !== null;) {
    const marker = JSON.stringify(after);
    const isRepeated = requested.has(marker) || marker.length > MOST_MARKER_CHARS;
    if (isRepeated || requested.size === MOST_PAGES || idlePages > MOST_IDLE_PAGES)
      throw new S3Failure(200, 'EndlessList', ENDLESS);
    requested.add(marker);
    const page: { items: Item[]; next: object | null } = await request(after);
    const first = page.items[0]?.key ?? '';
    if (first > furthest) furthest = first;
    else idlePages += 1;
    yield* page.items;
    after = page.next;
  }
}

const ENDLESS = 'the list of the bucket does not end, because the server repeats its pages';
