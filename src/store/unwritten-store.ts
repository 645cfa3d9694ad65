/** A store that keeps new content only in memory, for dry runs. */
import { createHash } from 'node:crypto';
import type { ContentStore } from './content-store';

export type StoreReader = Pick<ContentStore, 'get'>;

/** The part of a store that snapshots and addresses need for writing. */
export interface StoreWriter {
  put(content: string | Uint8Array): Promise<{ sha256: string }>;
}

export class UnwrittenStore implements StoreReader, StoreWriter {
  readonly #contents = new Map<string, Buffer>();

  constructor(private readonly stored: StoreReader) {}

  put(content: string | Uint8Array): Promise<{ sha256: string }> {
    const bytes = Buffer.from(content);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#contents.set(sha256, bytes);
    return Promise.resolve({ sha256 });
  }

  texts(): string[] {
    return [...this.#contents.values()].map((bytes) => bytes.toString('utf8'));
  }

  get(sha256: string): Promise<Buffer> {
    const own = this.#contents.get(sha256);
    return own === undefined ? this.stored.get(sha256) : Promise.resolve(own);
  }
}
