import { createHash } from 'node:crypto';

/** The service's signature: MD5 over the timestamp as sent, the raw body as sent, and the App Secret. */
export function sign(timestamp: string, rawBody: string | Uint8Array, secret: string): string {
  return createHash('md5').update(timestamp).update(rawBody).update(secret).digest('hex');
}
