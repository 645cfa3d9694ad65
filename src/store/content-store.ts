/**
 * Stores contents by their SHA-256, so that a release can pass them by reference: the content of a digest never
 * changes, and every process that shares the store finds it. The key is `<first two digits>/<digest>`.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gathered, type ObjectStorage } from './object-storage';
import { replaceFile, type FileContent } from './replace-file';
import { isStoreError, StoreError } from './store-error';

export interface StoredContent {
  sha256: string;
  bytes: number;
}

export interface ListedContent extends StoredContent {
  putAtMs: number;
}

/** The limit of an exported file. A server that sends more is not trusted. */
const MOST_BYTES = 1024 * 1024 * 1024;
/** More than the strings, terms or notes of any release. */
const MOST_HELD_BYTES = 128 * 1024 * 1024;

const CONTENT_KEY = /^[0-9a-f]{2}\/([0-9a-f]{64})$/;

export class ContentStore {
  constructor(readonly storage: ObjectStorage) {}

  /** Existing content is written again: that costs little, repairs damage, and protects it from collection. */
  async put(content: FileContent): Promise<StoredContent> {
    const hash = createHash('sha256');
    const stored = { sha256: '', bytes: 0 };
    const failed: { source?: { error: unknown } } = {};
    async function* measured(): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of chunksOf(content)) {
          hash.update(chunk);
          stored.bytes += chunk.byteLength;
          yield chunk;
        }
      } catch (error) {
        failed.source = { error };
        throw error;
      }
      stored.sha256 = hash.digest('hex');
    }
    try {
      await this.storage.put(measured(), () => keyOf(stored.sha256));
    } catch (error) {
      throw failed.source === undefined ? error : failed.source.error;
    }
    return stored;
  }

  async get(sha256: string): Promise<Buffer> {
    const tooLarge = `${this.#named(sha256)} is too large to read: it has more than ${MOST_HELD_BYTES} bytes. Nothing was used.`;
    return gathered(this.read(sha256), MOST_HELD_BYTES, () => {
      throw new StoreError('unreadable', tooLarge, { remedy: 'Divide it into smaller ones.' });
    });
  }

  /** Returns the digest of a value that is stored as JSON. */
  async putJson(value: unknown): Promise<string> {
    return (await this.put(JSON.stringify(value))).sha256;
  }

  async getJson(sha256: string): Promise<unknown> {
    return JSON.parse((await this.get(sha256)).toString('utf8'));
  }

  /** Replaces the target by a content; the old file stays until the new one is complete and checked. */
  async copyTo(sha256: string, target: string): Promise<void> {
    await replaceFile(target, this.read(sha256));
  }

  /** For readers that need a file. A file of a store on this machine's disk is used directly, and is not checked. */
  async withFile<Result>(sha256: string, use: (path: string) => Promise<Result>): Promise<Result> {
    const own = this.storage.fileOf(keyOf(sha256));
    if (own !== null) return use(own);
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-'));
    try {
      const copy = join(directory, sha256);
      await this.copyTo(sha256, copy);
      return await use(copy);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  /**
   * Yields the content in chunks; damage shows at the end, so nothing counts before that. `listedBytes` bounds its
   * size.
   */
  async *read(sha256: string, listedBytes = Infinity): AsyncGenerator<Buffer> {
    const key = keyOf(sha256);
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      for await (const chunk of this.storage.read(key)) {
        bytes += chunk.length;
        if (bytes > MOST_BYTES || bytes > listedBytes) break;
        hash.update(chunk);
        yield chunk;
      }
    } catch (cause) {
      if (!isStoreError(cause, 'absent')) throw cause;
      throw new StoreError(
        'absent',
        `${this.#named(sha256)} was not found. Commands, workers and gateway must share one store.`,
        { cause, remedy: 'Check LOCRELEASE_STORE, or restore the file from a backup.' },
      );
    }
    if (hash.digest('hex') !== sha256)
      throw new StoreError(
        'damaged',
        `${this.#named(sha256)} is damaged: its bytes do not match its digest. Nothing was used.`,
        { remedy: 'Restore the file from a backup, or store the same content again.' },
      );
  }

  /** Whether the content exists; only reading it shows whether it is intact. */
  async has(sha256: string): Promise<boolean> {
    try {
      for await (const chunk of this.storage.read(keyOf(sha256))) return chunk.byteLength > 0;
      return true;
    } catch (error) {
      if (isStoreError(error, 'absent')) return false;
      throw error;
    }
  }

  /** All contents, without other files in the store. */
  async *contents(): AsyncGenerator<ListedContent> {
    for await (const { key, bytes, putAtMs } of this.storage.list('')) {
      const [, sha256] = CONTENT_KEY.exec(key) ?? [];
      if (sha256 !== undefined) yield { sha256, bytes, putAtMs };
    }
  }

  /** Returns whether the content was removed: not if it was put again since then. */
  remove(sha256: string, putBeforeMs: number): Promise<boolean> {
    return this.storage.remove(keyOf(sha256), putBeforeMs);
  }

  #named(sha256: string): string {
    return `Content ${sha256} of the store ${this.storage.place}`;
  }
}

function keyOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('not a SHA-256 digest in hexadecimal');
  return `${sha256.slice(0, 2)}/${sha256}`;
}

async function* chunksOf(content: FileContent): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield Buffer.from(content);
  else if (content instanceof Uint8Array) yield content;
  else yield* content;
}
