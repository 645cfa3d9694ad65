import { Agent } from 'undici';
import { exchange, type ExchangeReply } from './exchange';

const TIMEOUT_MS = 5_000;
const MAX_REPLY_BYTES = 1024 * 1024;

/** One GET without credentials, on a connection of its own; any status is a reply. */
export async function getOnce(url: URL): Promise<ExchangeReply> {
  const agent = new Agent();
  try {
    return await exchange(agent, {
      origin: url.origin,
      method: 'GET',
      path: url.pathname + url.search,
      headers: { accept: 'application/json' },
      body: '',
      timeoutMs: TIMEOUT_MS,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
  } finally {
    await agent.destroy();
  }
}
