import { Agent } from 'undici';
import { exchange, ExchangeFailure } from '../http/exchange';
import type { Secret } from '../http/secret';
import { packageVersion } from '../package';
import { NotSent } from './not-sent';

const TIMEOUT_MS = 15_000;
const MAX_REPLY_BYTES = 64 * 1024;

/** What is wrong with the message itself; anything else may be put right at the receiver. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** One POST, which follows no redirect: the address is a secret, and so is what it may be answered with. */
export async function postJson(
  address: Secret,
  {
    body,
    headers,
    signal,
  }: { body: string; headers: Record<string, string>; signal?: AbortSignal | undefined },
): Promise<void> {
  const url = new URL(address.reveal());
  const agent = new Agent();
  try {
    const { status } = await exchange(agent, {
      origin: url.origin,
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        'content-type': 'application/json',
        'user-agent': `locrelease/${packageVersion()}`,
        ...headers,
      },
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
