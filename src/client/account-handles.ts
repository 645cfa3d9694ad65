/**
 * What the social accounts are called, so that people read `@name` and not an id. Where the gateway has no access to the
 * service, or gets no response soon, there are none: a page never waits for it.
 */
import type { Config } from '../config/config';
import { SocialClient } from '../social/social-client';
import { cachedFor } from './shared-read';

const KEPT_MS = 5 * 60_000;
/** After a failure it is asked again sooner. */
const FAILURE_KEPT_MS = 30_000;
const PATIENCE_MS = 2_000;

export function accountHandles(config: Pick<Config, 'social'>): () => Promise<ReadonlyMap<string, string>> {
  const ask = cachedFor(KEPT_MS, () => readHandles(config));
  return cachedFor(FAILURE_KEPT_MS, () => ask().catch(() => new Map<string, string>()));
}

async function readHandles(config: Pick<Config, 'social'>): Promise<Map<string, string>> {
  const social = new SocialClient(config.social());
  try {
    const { accounts } = (await social.accounts({ signal: AbortSignal.timeout(PATIENCE_MS) })).data;
    return new Map(accounts.map(({ id, handle }) => [id, handle]));
  } finally {
    await social.close();
  }
}
