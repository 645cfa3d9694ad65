/**
 * Sessions without server state: a signed cookie has the name and the end. It includes a fingerprint of the operator's
 * configuration, so that a new token or role ends earlier sessions.
 */
import * as z from 'zod';
import { LRUCache } from 'lru-cache';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { constantTimeEqual, type Secret } from '../../http/secret';
import type { Operator, Operators } from '../../domain/roles';
import { readEntry, type ObjectStorage } from '../../store/object-storage';

export const SESSION_MS = 12 * 60 * 60 * 1000;

export interface OpenSession {
  name: string;
  operator: Operator;
  expiresAtMs: number;
  csrfToken: string;
}

/** Name, end, fingerprint of the operator, and random text that makes each session unique. */
const claims = z.tuple([z.string(), z.number(), z.string(), z.string()]);

export class Sessions {
  readonly #key: Buffer;

  constructor(
    private readonly operators: Operators,
    secret: Secret | null,
  ) {
    this.#key = secret === null ? randomBytes(32) : Buffer.from(secret.reveal());
  }

  open(name: string, operator: Operator, nowMs: number): string {
    const chance = randomBytes(16).toString('base64url');
    const content = JSON.stringify([name, nowMs + SESSION_MS, fingerprint(name, operator), chance]);
    const encoded = Buffer.from(content).toString('base64url');
    return `${encoded}.${this.#sign('session', encoded)}`;
  }

  /** null: the cookie is forged or has expired, or the operator has changed. */
  read(cookie: string, nowMs: number): OpenSession | null {
    const [encoded = '', signature = ''] = cookie.split('.');
    if (
      cookie !== `${encoded}.${signature}` ||
      !constantTimeEqual(signature, this.#sign('session', encoded))
    ) {
      return null;
    }
    const [name, expiresAtMs, seen] = claims.parse(
      JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')),
    );
    const operator = this.operators.get(name);
    if (operator === undefined || nowMs >= expiresAtMs || seen !== fingerprint(name, operator)) return null;
    return { name, operator, expiresAtMs, csrfToken: this.csrfToken(cookie) };
  }

  /** Derived from the cookie or proxy name, so that only a page that may read our responses gets it. */
  csrfToken(knownBy: string): string {
    return this.#sign('csrf', knownBy);
  }

  #sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}\n${text}`).digest('base64url');
  }
}

function fingerprint(name: string, { role, tokenHash }: Operator): string {
  return createHash('sha256')
    .update(JSON.stringify([name, role, tokenHash]))
    .digest('base64url');
}

/** Another gateway may use its cached state for this long. */
export const ENDED_IS_KNOWN_MS = 5_000;

const ROOT = 'sessions';
const MOST_KNOWN = 10_000;

/**
 * Sessions that were ended early. The store shares them between gateways, under hashes that reveal nothing of the
 * cookie, so the others refuse them soon.
 */
export class EndedSessions {
  readonly #ended: LRUCache<string, boolean>;

  constructor(
    private readonly storage: ObjectStorage,
    knownMs = ENDED_IS_KNOWN_MS,
  ) {
    const fetchMethod = (key: string): Promise<boolean> => this.#read(key);
    // A read that is under way when its session ends still returns what it found.
    this.#ended = new LRUCache({ max: MOST_KNOWN, ttl: knownMs, fetchMethod, ignoreFetchAbort: true });
  }

  /** Also ends the session for anybody who has copied the cookie. */
  async end(cookie: string, expiresAtMs: number, nowMs: number): Promise<void> {
    const key = keyOf(cookie, expiresAtMs);
    // Cached first, so that the session ends here even if the store cannot be written.
    this.#ended.set(key, true, { ttl: Math.max(1, expiresAtMs - nowMs) });
    await this.storage.create(key, 'ended');
    await this.#forgetExpired(nowMs);
  }

  async has(cookie: string, expiresAtMs: number): Promise<boolean> {
    return (await this.#ended.fetch(keyOf(cookie, expiresAtMs))) === true;
  }

  async #read(key: string): Promise<boolean> {
    const entry = await readEntry(this.storage, key);
    return entry !== null && entry.length > 0;
  }

  async #forgetExpired(nowMs: number): Promise<void> {
    for await (const key of this.storage.keys(ROOT)) {
      const [, expiresAtMs = ''] = /^sessions\/(\d+)-/.exec(key) ?? [];
      // Keys are sorted by their ends as long as the numbers have the same length.
      if (Number(expiresAtMs) >= nowMs) break;
      await this.storage.remove(key, nowMs);
    }
  }
}

function keyOf(cookie: string, expiresAtMs: number): string {
  return `${ROOT}/${expiresAtMs}-${createHash('sha256').update(cookie).digest('hex').slice(0, 32)}`;
}
