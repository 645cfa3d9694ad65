/**
 * Keeps contents by their SHA-256, so that a release can pass them by reference: what a digest names never
 * changes, and whoever shares the directory finds it. Files lie at `<first two digits>/<digest>`.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { closedDirectory } from './closed-directory';
import { replaceFile, writeThenName, type FileContent } from './replace-file';
import { StoreError } from './store-error';

export interface StoredContent {
  sha256: string;
  bytes: number;
}

export class ContentStore {
  constructor(readonly directory: string) {}

  /** Written even if it is there already: that costs little and repairs a damaged file. */
  async put(content: FileContent): Promise<StoredContent> {
    const hash = createHash('sha256');
    const kept = { sha256: '', bytes: 0 };
    const failed = { source: false };
    async function* measured(): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of chunksOf(content)) {
          hash.update(chunk);
          kept.bytes += chunk.byteLength;
          yield chunk;
        }
      } catch (error) {
        failed.source = true;
        throw error;
      }
      kept.sha256 = hash.digest('hex');
    }
    try {
      const modes = await closedDirectory(this.directory);
      await writeThenName(this.directory, measured(), () => this.pathOf(kept.sha256), modes);
    } catch (cause) {
      throw failed.source ? cause : this.#unwritable(cause);
    }
    return kept;
  }

  async get(sha256: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.read(sha256)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** Puts a content in the place of the target; the old file stays until the new one is whole and checked. */
  async copyTo(sha256: string, target: string): Promise<void> {
    await replaceFile(target, this.read(sha256));
  }

  /** Throws a StoreError where nothing can be kept. */
  async checkWritable(): Promise<void> {
    const probe = join(this.directory, `.${randomUUID()}.probe`);
    try {
      await replaceFile(probe, 'probe', await closedDirectory(this.directory));
      await rm(probe);
    } catch (cause) {
      throw this.#unwritable(cause);
    }
  }

  /** The content in pieces; damage shows at their end, so nothing counts before that. */
  async *read(sha256: string): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const stream: AsyncIterable<Buffer> = createReadStream(this.pathOf(sha256));
    try {
      for await (const chunk of stream) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (cause) {
      throw this.#notRead(sha256, cause);
    }
    if (hash.digest('hex') !== sha256) {
      const message = `${this.#named(sha256)} is damaged: its bytes do not match its digest. Nothing was used.`;
      const remedy = 'Restore the file from a backup, or store the same content again.';
      throw new StoreError('damaged', `${message} ${remedy}`);
    }
  }

  /** For readers that need a file; what lies there is not checked. */
  pathOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('not a SHA-256 digest in hexadecimal');
    return join(this.directory, sha256.slice(0, 2), sha256);
  }

  #named(sha256: string): string {
    return `Content ${sha256} of the store ${this.directory}`;
  }

  #notRead(sha256: string, cause: unknown): StoreError {
    if (typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ENOENT') {
      const message = `${this.#named(sha256)} was not found. Commands, workers and gateway must share one store.`;
      const remedy = 'Check LOCRELEASE_STORE, or restore the file from a backup.';
      return new StoreError('absent', `${message} ${remedy}`, { cause });
    }
    const message = `${this.#named(sha256)} cannot be read (${String(cause)}).`;
    const remedy = 'Check the permissions and the disk of the directory.';
    return new StoreError('unreadable', `${message} ${remedy}`, { cause });
  }

  #unwritable(cause: unknown): StoreError {
    const message = `Cannot write to the store ${this.directory} (${String(cause)}). Nothing was stored.`;
    const remedy = 'Set LOCRELEASE_STORE to a directory with free space that this user can write to.';
    return new StoreError('unwritable', `${message} ${remedy}`, { cause });
  }
}

async function* chunksOf(content: FileContent): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield Buffer.from(content);
  else if (content instanceof Uint8Array) yield content;
  else yield* content;
}
