/** Stores objects in a bucket of S3, or of any compatible server. */
import { randomUUID } from 'node:crypto';
import type { BucketPlace } from '../config/store-place';
import { isKey, requireKey, type ObjectStorage, type StoredObject } from './object-storage';
import type { S3Bucket } from './s3-bucket';
import { S3Failure } from './s3-failure';
import { StoreError } from './store-error';

/** A content needs two or three times as much memory; a smaller one is sent in one piece. */
const PART_BYTES = 8 * 1024 * 1024;
/** Large contents are sent here until their digest, and so their key, is known. */
const INCOMING = 'incoming';

/** All stores in one place share its connections and credentials. */
const openBuckets = new WeakMap<BucketPlace, Promise<S3Bucket>>();

export class S3Storage implements ObjectStorage {
  readonly place: string;
  readonly #prefix: string;

  constructor(private readonly bucketPlace: BucketPlace) {
    const { bucket, prefix } = bucketPlace;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.place = `s3://${bucket}/${prefix}`;
  }

  async put(content: AsyncIterable<Uint8Array>, keyOf: () => string): Promise<void> {
    await this.#writing(async (bucket) => {
      const parts = inParts(content);
      const first = await parts.next();
      const whole = first.done === true ? new Uint8Array() : first.value;
      const second = await parts.next();
      if (second.done === true) {
        await bucket.put(this.#keyOf(keyOf()), whole);
        return;
      }
      const incoming = this.#incomingKey();
      async function* all(): AsyncGenerator<Uint8Array> {
        yield whole;
        yield second.value;
        yield* parts;
      }
      await bucket.upload(incoming, all());
      await bucket.copy(incoming, this.#keyOf(keyOf()));
      await bucket.delete(incoming);
    });
  }

  async create(key: string, content: string): Promise<boolean> {
    const full = this.#keyOf(key);
    return this.#writing((bucket) => bucket.put(full, Buffer.from(content), { isNew: true }));
  }

  async *read(key: string): AsyncGenerator<Buffer> {
    const full = this.#keyOf(key);
    try {
      yield* (await this.#bucket()).read(full);
    } catch (error) {
      throw this.#storeError('unreadable', `${this.place}/${key} cannot be read`, error);
    }
  }

  async *keys(path: string): AsyncGenerator<string> {
    for await (const { key } of this.list(path)) yield key;
  }

  async *list(path: string): AsyncGenerator<StoredObject> {
    const prefix = path === '' ? this.#prefix : `${this.#keyOf(path)}/`;
    try {
      for await (const found of (await this.#bucket()).list(prefix)) {
        const key = found.key.slice(this.#prefix.length);
        if (isKey(key)) yield { ...found, key };
      }
    } catch (error) {
      throw this.#storeError('unreadable', `The store ${this.place} cannot be read`, error);
    }
  }

  /**
   * S3 has no condition "unless it was put again", because the same bytes have the same ETag. So the object's age is
   * read right before it is deleted, and an object that was put again since the listing stays, as does one without a
   * readable age.
   */
  async remove(key: string, putBeforeMs: number): Promise<boolean> {
    const full = this.#keyOf(key);
    return this.#writing(async (bucket) => {
      const putAtMs = await bucket.putAtMs(full);
      const isOld = putAtMs !== null && putAtMs < putBeforeMs;
      if (isOld) await bucket.delete(full);
      return isOld;
    });
  }

  async clearLeftovers(putBeforeMs: number): Promise<void> {
    await this.#writing(async (bucket) => {
      for await (const { key, putAtMs } of this.list(INCOMING))
        if (putAtMs < putBeforeMs) await bucket.delete(this.#keyOf(key));
      for await (const upload of bucket.unfinishedUploads(`${this.#keyOf(INCOMING)}/`))
        if (upload.begunAtMs < putBeforeMs) await bucket.abandon(upload);
    });
  }

  async checkWritable(): Promise<void> {
    await this.#writing(async (bucket) => {
      const probe = this.#incomingKey();
      await bucket.put(probe, Buffer.from('probe'));
      await bucket.delete(probe);
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

  #bucket(): Promise<S3Bucket> {
    const bucket =
      openBuckets.get(this.bucketPlace) ??
      import('./s3-bucket.js').then((loaded) => new loaded.S3Bucket(this.bucketPlace));
    openBuckets.set(this.bucketPlace, bucket);
    return bucket;
  }

  async #writing<Result>(write: (bucket: S3Bucket) => Promise<Result>): Promise<Result> {
    try {
      return await write(await this.#bucket());
    } catch (error) {
      throw this.#storeError('unwritable', `Cannot write to the store ${this.place}`, error);
    }
  }

  #storeError(kind: 'unreadable' | 'unwritable', what: string, cause: unknown): unknown {
    if (!(cause instanceof S3Failure)) return cause;
    if (kind === 'unreadable' && cause.isAbsent)
      return new StoreError('absent', `${what} (${cause.message}).`, { cause });
    const consequence = kind === 'unwritable' ? ' Nothing was stored.' : '';
    const message = `${what} (${cause.message}).${consequence}`;
    return new StoreError(cause.isTransient ? 'unreachable' : kind, message, { cause, remedy: cause.remedy });
  }
}

/** Full parts, and a last one with the rest; none is empty. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.byteLength;
    while (size > PART_BYTES) {
      const all = Buffer.concat(chunks);
      yield all.subarray(0, PART_BYTES);
      const rest = all.subarray(PART_BYTES);
      chunks = [rest];
      size = rest.length;
    }
  }
  if (size > 0) yield Buffer.concat(chunks);
}
