/** Operators' tokens. The configuration has only hashes, so reading it does not let anybody sign in. */
import { createHash, randomBytes } from 'node:crypto';
import type { Operator, Operators } from '../domain/roles';
import { constantTimeEqual } from '../http/secret';

/** 256 random bits cannot be guessed, so a fast hash protects them as well as a slow one. */
export const newToken = (): string => `lrt_${randomBytes(32).toString('base64url')}`;

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns the token's operator or null. All operators are compared, so that the time reveals nothing. */
export function operatorOfToken(operators: Operators, token: string): (Operator & { name: string }) | null {
  const hash = tokenHash(token);
  const [found = null] = [...operators].filter(([, one]) => constantTimeEqual(hash, one.tokenHash ?? ''));
  return found && { name: found[0], ...found[1] };
}
