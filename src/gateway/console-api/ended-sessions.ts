/**
 * Sessions that were ended before their time. They are kept in the store, which all gateways share, under names that tell
 * nothing of the cookie: what one gateway ends, the others refuse soon.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ObjectStorage } from '../../store/object-storage';
import { StoreError } from '../../store/store-error';

/** For so long another gateway may go by what it knew. */
export const ENDED_IS_KNOWN_MS = 5_000;

const ROOT = 'sessions';
const MOST_KNOWN = 10_000;

export class EndedSessions {
  readonly #looks: LRUCache<string, Promise<boolean>>;

  constructor(
    private readonly storage: ObjectStorage,
    knownMs = ENDED_IS_KNOWN_MS,
  ) {
    this.#looks = new LRUCache({ max: MOST_KNOWN, ttl: knownMs });
  }

  /** Whoever has copied the cookie is signed out too. */
  async end(cookie: string, expiresAtMs: number, nowMs: number): Promise<void> {
    const key = keyOf(cookie, expiresAtMs);
    // Here at once, and also where the store cannot be written.
    this.#looks.set(key, Promise.resolve(true), { ttl: Math.max(1, expiresAtMs - nowMs) });
    await this.storage.create(key, 'ended');
    await this.#forgetExpired(nowMs);
  }

  has(cookie: string, expiresAtMs: number): Promise<boolean> {
    const key = keyOf(cookie, expiresAtMs);
    const known = this.#looks.get(key);
    if (known !== undefined) return known;
    const look = this.#look(key);
    this.#looks.set(key, look);
    look.catch(() => this.#looks.delete(key));
    return look;
  }

  async #look(key: string): Promise<boolean> {
    try {
      let bytes = 0;
      for await (const chunk of this.storage.read(key)) bytes += chunk.length;
      return bytes > 0;
    } catch (error) {
      if (error instanceof StoreError && error.kind === 'absent') return false;
      throw error;
    }
  }

  async #forgetExpired(nowMs: number): Promise<void> {
    for await (const key of this.storage.keys(ROOT)) {
      const [, expiresAtMs = ''] = /^sessions\/(\d+)-/.exec(key) ?? [];
      // In the order of their ends, so long as the numbers have as many digits.
      if (Number(expiresAtMs) >= nowMs) break;
      await this.storage.remove(key, nowMs);
    }
  }
}

function keyOf(cookie: string, expiresAtMs: number): string {
  return `${ROOT}/${expiresAtMs}-${createHash('sha256').update(cookie).digest('hex').slice(0, 32)}`;
}
