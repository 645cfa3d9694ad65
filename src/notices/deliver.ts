import { createHmac } from 'node:crypto';
import { Agent } from 'undici';
import type { NoticeRoute, Receiver } from '../config/notice-routes';
import type { Notice } from '../domain/notices/notice-schema';
import { exchange, ExchangeFailure } from '../http/exchange';
import { retry } from '../http/retry';
import type { Secret } from '../http/secret';
import { sendByMail } from './mail';
import { NotSent } from './not-sent';

const PAUSES_MS = [250, 1000];
/** A failure that takes longer is not random. */
const QUICK_MS = 2000;
const TIMEOUT_MS = 15_000;
const MAX_REPLY_BYTES = 64 * 1024;

/** Statuses that refuse the message itself; any other failure may be fixed at the receiver. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** Throws `NotSent`. A webhook gets one request per notice. */
export async function deliver(
  { receiver }: Pick<NoticeRoute, 'receiver'>,
  notices: readonly Notice[],
  signal?: AbortSignal,
): Promise<void> {
  switch (receiver.kind) {
    case 'webhook':
      for (const notice of notices) await sendToWebhook(receiver, notice, signal);
      return;
    case 'slack':
      return sendToSlack(receiver, notices, signal);
    case 'mail':
      return sendByMail(receiver, notices);
  }
}

/**
 * All notices of a route wait for its first one, so a webhook that failed randomly gets another request at once: with a
 * receiver that fails one time in ten, a thousand notices would otherwise wait for a hundred pauses.
 */
export function deliverWithRetries(
  route: Pick<NoticeRoute, 'receiver'>,
  notices: readonly Notice[],
  signal?: AbortSignal,
): Promise<void> {
  // Readers of Slack or mail cannot recognise a duplicate by its id.
  if (route.receiver.kind !== 'webhook') return deliver(route, notices, signal);
  let sinceMs = 0;
  return retry(
    () => {
      sinceMs = performance.now();
      return deliver(route, notices, signal);
    },
    (error, attempt) => {
      const isChance = error instanceof NotSent && !error.isFinal && performance.now() - sinceMs < QUICK_MS;
      return isChance ? (PAUSES_MS[attempt - 1] ?? null) : null;
    },
    signal,
  );
}

/** The id is the same at every attempt; the time of the signature is not, so that a receiver can refuse old ones. */
function sendToWebhook(
  { url, secret }: Extract<Receiver, { kind: 'webhook' }>,
  notice: Notice,
  signal?: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(notice);
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret.reveal()).update(`${seconds}.${body}`).digest('hex');
  const headers = {
    'x-locrelease-notice': notice.id,
    'x-locrelease-signature': `t=${seconds},v1=${signature}`,
  };
  return postJson(url, { body, headers, signal });
}

function sendToSlack(
  { url }: Extract<Receiver, { kind: 'slack' }>,
  notices: readonly Notice[],
  signal?: AbortSignal,
): Promise<void> {
  const text = notices
    .map(
      ({ title, text: words, link }) =>
        `*${escaped(title)}*\n${escaped(words)}\n<${escaped(link)}|Open in the console>`,
    )
    .join('\n\n');
  const ids = notices.map(({ id }) => id).join(', ');
  return postJson(url, { body: JSON.stringify({ text }), headers: { 'x-locrelease-notice': ids }, signal });
}

/** Escapes the three characters that Slack interprets, so that a service's text cannot mention or link anybody. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Post {
  body: string;
  headers: Record<string, string>;
  signal: AbortSignal | undefined;
}

/** No redirect is followed: the address is a secret, and so is the receiver's reply. */
async function postJson(address: Secret, { body, headers, signal }: Post): Promise<void> {
  const url = new URL(address.reveal());
  const agent = new Agent();
  try {
    const { status } = await exchange(agent, {
      origin: url.origin,
      method: 'POST',
      path: url.pathname + url.search,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      timeoutMs: TIMEOUT_MS,
      maxReplyBytes: MAX_REPLY_BYTES,
      signal,
    });
    if (status < 200 || status > 299)
      throw new NotSent(`The receiver answered ${status}.`, REFUSALS.has(status));
  } catch (error) {
    if (error instanceof ExchangeFailure) throw new NotSent(`No answer from the receiver: ${error.message}.`);
    throw error;
  } finally {
    await agent.destroy();
  }
}
