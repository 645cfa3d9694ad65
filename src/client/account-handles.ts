/**
 * The handles of the social accounts, so that people read `@name` and not an id. The map is empty where the gateway has
 * no access to the service or gets no response in time: a page never waits for it.
 */
import type { Config } from '../config/config';
import { SocialClient } from '../social/social-client';
import { cachedFor } from './shared-read';

const CACHE_MS = 5 * 60_000;
/** A failed read is repeated sooner. */
const FAILURE_CACHE_MS = 30_000;
const PATIENCE_MS = 2_000;

export function accountHandles(config: Pick<Config, 'social'>): () => Promise<ReadonlyMap<string, string>> {
  const readCached = cachedFor(CACHE_MS, () => readHandles(config));
  return cachedFor(FAILURE_CACHE_MS, () => readCached().catch(() => new Map<string, string>()));
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
