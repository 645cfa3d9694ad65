import { createHmac } from 'node:crypto';
import type { Receiver } from '../config/notice-routes';
import type { Notice } from '../domain/notice';
import type { Secret } from '../http/secret';
import { postJson } from './post-json';

/** The id is the same at every attempt; the time of the signature is not, so that a receiver can refuse old ones. */
export function sendToWebhook(
  { url, secret }: Extract<Receiver, { kind: 'webhook' }>,
  notice: Notice,
  signal?: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(notice);
  const seconds = Math.floor(Date.now() / 1000);
  return postJson(url, {
    body,
    headers: {
      'x-locrelease-notice': notice.id,
      'x-locrelease-signature': `t=${seconds},v1=${signature(secret, seconds, body)}`,
    },
    signal,
  });
}

function signature(secret: Secret, seconds: number, body: string): string {
  return createHmac('sha256', secret.reveal()).update(`${seconds}.${body}`).digest('hex');
}
