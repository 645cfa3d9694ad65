import { timingSafeEqual } from 'node:crypto';

/** Compares what a stranger sent with a secret, and takes as long whichever character differs. */
export function constantTimeEqual(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
