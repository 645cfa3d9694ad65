/** A store in which what is put lives as long as this object: to see what would be done, and do none of it. */
import { createHash } from 'node:crypto';
import type { ContentStore } from './content-store';

export type StoreReader = Pick<ContentStore, 'get'>;

/** What is written to it is there at once: snapshots and addresses. */
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

  /** All that was put. */
  texts(): string[] {
    return [...this.#contents.values()].map((bytes) => bytes.toString('utf8'));
  }

  get(sha256: string): Promise<Buffer> {
    const own = this.#contents.get(sha256);
    return own === undefined ? this.stored.get(sha256) : Promise.resolve(own);
  }
}
