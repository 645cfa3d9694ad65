/**
 * Signatures as the service makes them. Written from its document and not taken from the client, so that a mistake of
 * the one cannot agree with the other.
 */
import { createHash } from 'node:crypto';
import type { Secret } from '../../http/secret';
import type { Readings } from '../readings/catalogue';

/** Timestamp, body and secret as one run of UTF-8 bytes. */
export function signatureOf(timestamp: string, rawBody: Uint8Array, appSecret: string): string {
  const signed = Buffer.concat([Buffer.from(timestamp), rawBody, Buffer.from(appSecret)]);
  return createHash('md5').update(signed).digest('hex');
}

/** Over which timestamp a callback is signed is not documented: the profile chooses. */
export function callbackHeaders(
  body: string,
  secret: Secret,
  reading: Readings['callback-signature'],
  timestamps: { headerSeconds: string; payload: string },
): Record<string, string> {
  const signed = {
    'timestamp-header': timestamps.headerSeconds,
    'timestamp-in-payload': timestamps.payload,
    none: '',
  }[reading];
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-svc-sign': signatureOf(signed, Buffer.from(body), secret.reveal()),
  };
  if (reading === 'timestamp-header') headers['x-svc-timestamp'] = timestamps.headerSeconds;
  return headers;
}
