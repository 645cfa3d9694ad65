import { createHash } from 'node:crypto';

/** Hashes an idempotency key, so that it is short and plain enough for both services. */
export function plainKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
