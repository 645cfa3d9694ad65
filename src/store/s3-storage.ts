/** Objects in a bucket of S3, or of any server that speaks like it. */
import { randomUUID } from 'node:crypto';
import type { BucketPlace } from '../config/store-place';
import { isKey, requireKey, type ObjectStorage, type StoredObject } from './object-storage';
import { readBody } from './s3-body';
import { S3Failure } from './s3-failure';
import { S3Requests, pagesOf } from './s3-requests';
import { S3Upload, unfinishedUploads } from './s3-upload';
import { elements, textOf } from './s3-xml';
import { StoreError } from './store-error';

/** So much of a content is in memory, two or three times; it is sent in one piece where there is no more. */
const PART_BYTES = 8 * 1024 * 1024;
/** Large contents are sent here until their digest, and so their key, is known. */
const INCOMING = 'incoming';
/** A server may copy all of a large object before it says a word. */
const COPY_MS = 5 * 60_000;

export class S3Storage implements ObjectStorage {
  readonly place: string;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #requests: S3Requests;

  constructor(place: BucketPlace) {
    this.#bucket = place.bucket;
    this.#prefix = place.prefix === '' ? '' : `${place.prefix}/`;
    this.place = `s3://${place.bucket}/${place.prefix}`;
    this.#requests = new S3Requests(place);
  }

  async put(content: AsyncIterable<Uint8Array>, keyOf: () => string): Promise<void> {
    await this.#writing(async () => {
      let upload: S3Upload | null = null;
      try {
        for await (const { bytes, isLast } of inParts(content)) {
          if (isLast && upload === null) {
            await this.#putWhole(keyOf(), bytes);
            return;
          }
          upload ??= await S3Upload.begin(this.#requests, this.#incomingKey());
          await upload.add(bytes);
        }
        await upload?.complete();
      } catch (error) {
        await upload?.abandon();
        throw error;
      }
      if (upload !== null) await this.#name(upload.key, keyOf());
    });
  }

  async create(key: string, content: string): Promise<boolean> {
    return this.#writing(async () => {
      try {
        await this.#putWhole(key, Buffer.from(content), { 'if-none-match': '*' });
        return true;
      } catch (error) {
        if (error instanceof S3Failure && error.status === 412) return false;
        throw error;
      }
    });
  }

  async *read(key: string): AsyncGenerator<Buffer> {
    try {
      yield* readBody(this.#requests, this.#keyOf(key));
    } catch (error) {
      throw this.#told('unreadable', `${this.place}/${key} cannot be read`, error);
    }
  }

  async *keys(path: string): AsyncGenerator<string> {
    for await (const { key } of this.list(path)) yield key;
  }

  async *list(path: string): AsyncGenerator<StoredObject> {
    const prefix = path === '' ? this.#prefix : `${this.#keyOf(path)}/`;
    const ask = async (after: Readonly<Record<string, string>>): Promise<string> =>
      (await this.#requests.ask({ method: 'GET', query: { 'list-type': '2', prefix, ...after } })).text;
    const next = (text: string): Record<string, string> | null => {
      const token = textOf(text, 'NextContinuationToken');
      return token === null ? null : { 'continuation-token': token };
    };
    try {
      for await (const text of pagesOf(ask, next))
        for (const object of elements(text, 'Contents')) {
          const key = (textOf(object, 'Key') ?? '').slice(this.#prefix.length);
          const bytes = Number(textOf(object, 'Size'));
          const putAtMs = Date.parse(textOf(object, 'LastModified') ?? '');
          if (isKey(key)) yield { key, bytes, putAtMs };
        }
    } catch (error) {
      throw this.#told('unreadable', `The store ${this.place} cannot be read`, error);
    }
  }

  /**
   * S3 cannot be told "unless it was put again": the same bytes have the same ETag. So its age is asked for right before it
   * goes, and what was listed as old and put again since then stays, as does what has no age that can be read.
   */
  async remove(key: string, putBeforeMs: number): Promise<boolean> {
    return this.#writing(async () => {
      const putAtMs = await this.#putAtMs(key);
      const isOld = putAtMs !== null && putAtMs < putBeforeMs;
      if (!isOld) return false;
      await this.#delete(this.#keyOf(key));
      return true;
    });
  }

  async clearLeftovers(putBeforeMs: number): Promise<void> {
    for await (const { key, putAtMs } of this.list(INCOMING))
      if (putAtMs < putBeforeMs) await this.#writing(() => this.#delete(this.#keyOf(key)));
    await this.#writing(async () => {
      for await (const { upload, begunAtMs } of unfinishedUploads(this.#requests, this.#keyOf(INCOMING)))
        if (begunAtMs < putBeforeMs) await upload.abandon();
    });
  }

  async checkWritable(): Promise<void> {
    await this.#writing(async () => {
      const probe = this.#incomingKey();
      await this.#requests.ask({ method: 'PUT', key: probe, body: Buffer.from('probe') });
      await this.#delete(probe);
    });
  }

  fileOf(key: string): null {
    requireKey(key);
    return null;
  }

  #keyOf(key: string): string {
    return this.#prefix + requireKey(key);
  }

  #incomingKey(): string {
    return this.#keyOf(`${INCOMING}/${randomUUID()}`);
  }

  async #putWhole(key: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<void> {
    await this.#requests.ask({ method: 'PUT', key: this.#keyOf(key), headers, body });
  }

  /** On the server, without a byte over the line. */
  async #name(from: string, key: string): Promise<void> {
    const headers = { 'x-amz-copy-source': `/${this.#bucket}/${from}` };
    await this.#requests.ask({ method: 'PUT', key: this.#keyOf(key), headers, patienceMs: COPY_MS });
    await this.#delete(from);
  }

  async #delete(key: string): Promise<void> {
    await this.#requests.ask({ method: 'DELETE', key });
  }

  /** null: there is no such object. */
  async #putAtMs(key: string): Promise<number | null> {
    try {
      const { headers } = await this.#requests.ask({ method: 'HEAD', key: this.#keyOf(key) });
      return Date.parse(String(headers['last-modified']));
    } catch (error) {
      if (error instanceof S3Failure && error.isAbsent) return null;
      throw error;
    }
  }

  async #writing<Result>(write: () => Promise<Result>): Promise<Result> {
    return write().catch((error: unknown) => {
      throw this.#told('unwritable', `Cannot write to the store ${this.place}`, error);
    });
  }

  #told(kind: 'unreadable' | 'unwritable', what: string, cause: unknown): unknown {
    if (!(cause instanceof S3Failure)) return cause;
    if (kind === 'unreadable' && cause.isAbsent)
      return new StoreError('absent', `${what} (${cause.message}).`, { cause });
    const kept = kind === 'unwritable' ? ' Nothing was stored.' : '';
    return new StoreError(cause.isTransient ? 'unreachable' : kind, `${what} (${cause.message}).${kept}`, {
      cause,
      remedy: cause.remedy,
    });
  }
}

/** The last one, which may be empty, is given when the content has ended. */
async function* inParts(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.byteLength;
    while (size > PART_BYTES) {
      const all = Buffer.concat(chunks);
      yield { bytes: all.subarray(0, PART_BYTES), isLast: false };
      const rest = all.subarray(PART_BYTES);
      chunks = [rest];
      size = rest.length;
    }
  }
  yield { bytes: Buffer.concat(chunks), isLast: true };
}
