/**
 * Sessions that no server keeps: a signed cookie says who signed in and until when. It also holds a fingerprint of the
 * operator's entry in the configuration, so that a new token or another role ends the sessions of before.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { constantTimeEqual } from '../../http/constant-time-equal';
import type { Secret } from '../../http/secret';
import type { Operator, Operators } from '../../domain/roles';

export const SESSION_MS = 12 * 60 * 60 * 1000;

export interface OpenSession {
  name: string;
  operator: Operator;
  expiresAtMs: number;
  csrfToken: string;
}

/** Name, end, fingerprint of the operator's entry; and chance, so that no two sessions are alike. */
const claims = z.tuple([z.string(), z.number(), z.string(), z.string()]);

export class Sessions {
  readonly #key: Buffer;

  constructor(
    private readonly operators: Operators,
    secret: Secret | null,
  ) {
    this.#key = secret === null ? randomBytes(32) : Buffer.from(secret.reveal());
  }

  /** The cookie of a new session. */
  open(name: string, operator: Operator, nowMs: number): string {
    const chance = randomBytes(16).toString('base64url');
    const content = JSON.stringify([name, nowMs + SESSION_MS, fingerprint(name, operator), chance]);
    const encoded = Buffer.from(content).toString('base64url');
    return `${encoded}.${this.#sign('session', encoded)}`;
  }

  /** The session of a cookie; null where the cookie is forged, has expired, or is of somebody who has changed. */
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

  /** Bound to what the request is known by: only a page that may read our answers learns it. */
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
