import { timingSafeEqual } from 'node:crypto';

/** Compares untrusted input with a secret, in the same time whichever character differs. */
export function constantTimeEqual(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
