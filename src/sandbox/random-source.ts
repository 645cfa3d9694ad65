/**
 * The source of lasting random values: the ids of stored objects, and whether a fault strikes. The same seed gives the
 * same values, so that a replayed sandbox has the same ids.
 */
import { createHash } from 'node:crypto';

export class RandomSource {
  #count = 0;

  constructor(
    private readonly seed: string,
    private readonly ids: 'text' | 'number' = 'text',
  ) {}

  /** The number of draws so far: equal histories give equal numbers. */
  get count(): number {
    return this.#count;
  }

  id(prefix: string, bytes = 8): string {
    const drawn = this.#next();
    return this.ids === 'number' ? String(drawn.readUIntBE(0, 6)) : prefix + drawn.toString('hex', 0, bytes);
  }

  /** Whether a text has the form of an id from here. */
  isId(text: string, prefix: string, bytes = 8): boolean {
    if (this.ids === 'number') return /^\d+$/.test(text);
    const drawn = text.slice(prefix.length);
    return text.startsWith(prefix) && drawn.length === bytes * 2 && /^[0-9a-f]+$/.test(drawn);
  }

  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number {
    return this.#next().readUInt32BE() / 2 ** 32;
  }

  #next(): Buffer {
    return createHash('sha256').update(`${this.seed} ${this.#count++}`).digest();
  }
}
