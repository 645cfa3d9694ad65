import { createHash } from 'node:crypto';

/** A key as the services get it: the same for the same key, and short and plain enough for any of them. */
export function plainKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
