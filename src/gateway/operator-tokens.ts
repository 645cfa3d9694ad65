/** Tokens with which operators sign in. The configuration holds a hash alone: whoever reads the file cannot sign in. */
import { createHash, randomBytes } from 'node:crypto';
import type { Operator, Operators } from '../domain/roles';
import { constantTimeEqual } from '../http/constant-time-equal';

/** Of 256 random bits, which nobody guesses: so a plain hash keeps it as well as a slow one would. */
export const newToken = (): string => `lrt_${randomBytes(32).toString('base64url')}`;

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whose token it is, or null; every operator is compared, so that the time taken tells nothing. */
export function operatorOfToken(operators: Operators, token: string): (Operator & { name: string }) | null {
  const hash = tokenHash(token);
  const [found = null] = [...operators].filter(([, one]) => constantTimeEqual(hash, one.tokenHash ?? ''));
  return found && { name: found[0], ...found[1] };
}
