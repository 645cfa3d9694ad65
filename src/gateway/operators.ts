/** Who may use the console. The configuration holds a token's hash alone: whoever reads the file cannot sign in. */
import { createHash, randomBytes } from 'node:crypto';
import { sameText } from '../http/constant-time-equal';
import { roles, type Role } from '../protocol/console-api';

export interface Operator {
  role: Role;
  /** SHA-256 in hexadecimal; null: this one has no token, and comes through the proxy. */
  tokenHash: string | null;
}

export type Operators = ReadonlyMap<string, Operator>;

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}._@+ -]{0,98}[\p{L}\p{N}._@+-])?$/u;

/** Why a text cannot name an operator, or null. */
export function operatorNameFault(text: string): string | null {
  return NAME.test(text)
    ? null
    : 'must be 1 to 100 letters, digits, spaces or any of . _ @ + -, and begin with a letter or digit';
}

/** Of 256 random bits, which nobody guesses: so a plain hash keeps it as well as a slow one would. */
export const newToken = (): string => `lrt_${randomBytes(32).toString('base64url')}`;

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whose token it is, or null; every operator is compared, so that the time taken tells nothing. */
export function operatorOfToken(operators: Operators, token: string): string | null {
  const hash = tokenHash(token);
  let found: string | null = null;
  for (const [name, operator] of operators) {
    if (sameText(hash, operator.tokenHash ?? '')) found = name;
  }
  return found;
}

export function mayAct(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
