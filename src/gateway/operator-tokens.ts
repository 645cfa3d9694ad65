/** Tokens with which operators sign in. The configuration holds a hash alone: whoever reads the file cannot sign in. */
import { createHash, randomBytes } from 'node:crypto';
import type { Operators } from '../domain/roles';
import { constantTimeEqual } from '../http/constant-time-equal';

/** Of 256 random bits, which nobody guesses: so a plain hash keeps it as well as a slow one would. */
export const newToken = (): string => `lrt_${randomBytes(32).toString('base64url')}`;

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whose token it is, or null; every operator is compared, so that the time taken tells nothing. */
export function operatorOfToken(operators: Operators, token: string): string | null {
  const hash = tokenHash(token);
  let found: string | null = null;
  for (const [name, operator] of operators) {
    if (constantTimeEqual(hash, operator.tokenHash ?? '')) found = name;
  }
  return found;
}
