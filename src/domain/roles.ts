/** Each role may do all that the roles before it may. */
export const roles = ['read', 'review', 'operate'] as const;
export type Role = (typeof roles)[number];

export function mayAct(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

const OPERATOR_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}._@+ -]{0,98}[\p{L}\p{N}._@+-])?$/u;

export function operatorNameFault(text: string): string | null {
  return OPERATOR_NAME.test(text)
    ? null
    : 'must be 1 to 100 letters, digits, spaces or any of . _ @ + -, and begin with a letter or digit';
}

export interface Operator {
  role: Role;
  /** SHA-256 in hexadecimal; null: the operator has no token and signs in through the proxy. */
  tokenHash: string | null;
}

export type Operators = ReadonlyMap<string, Operator>;
