/**
 * Everything that is left to chance and lasts: the ids of what a service keeps, and whether a fault strikes.
 * The same seed draws the same again, so that a sandbox that lives through its past anew finds the same ids.
 */
import { createHash } from 'node:crypto';

/** `ids`: how they are written. */
export class RandomSource {
  #count = 0;

  constructor(
    private readonly seed: string,
    private readonly ids: 'text' | 'number' = 'text',
  ) {}

  /** How many there have been: two sandboxes that lived through the same have drawn equally often. */
  get count(): number {
    return this.#count;
  }

  id(prefix: string, bytes = 8): string {
    const drawn = this.#next();
    return this.ids === 'number' ? String(drawn.readUIntBE(0, 6)) : prefix + drawn.toString('hex', 0, bytes);
  }

  /** Whether a text has the form of the ids drawn here. */
  isId(text: string, prefix: string, bytes = 8): boolean {
    if (this.ids === 'number') return /^\d+$/.test(text);
    const drawn = text.slice(prefix.length);
    return text.startsWith(prefix) && drawn.length === bytes * 2 && /^[0-9a-f]+$/.test(drawn);
  }

  /** From 0 up to, but not, 1. */
  fraction(): number {
    return this.#next().readUInt32BE() / 2 ** 32;
  }

  #next(): Buffer {
    return createHash('sha256').update(`${this.seed} ${this.#count++}`).digest();
  }
}
