/**
 * Everything that is left to chance and lasts: the ids of what a service keeps, and whether a fault strikes.
 * The same seed draws the same again, so that a sandbox that lives through its past anew finds the same ids.
 */
import { createHash } from 'node:crypto';

export class RandomSource {
  readonly #seed: string;
  #count = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** How many there have been: two sandboxes that lived through the same have drawn equally often. */
  get count(): number {
    return this.#count;
  }

  id(prefix: string, bytes = 8): string {
    return prefix + this.#next().toString('hex', 0, bytes);
  }

  /** From 0 up to, but not, 1. */
  fraction(): number {
    return this.#next().readUInt32BE() / 2 ** 32;
  }

  #next(): Buffer {
    return createHash('sha256').update(`${this.#seed} ${this.#count++}`).digest();
  }
}
