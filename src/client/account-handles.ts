/**
 * What the social accounts are called, so that people read `@name` and not an id. Kept for a while. Where the gateway has
 * no access to the service, or gets no answer soon, there are none: a page never waits for it.
 */
import type { Config } from '../config/config';
import { SocialClient } from '../social/social-client';

export type Handles = ReadonlyMap<string, string>;

const KEPT_MS = 5 * 60_000;
/** After a failure it is asked again sooner. */
const FAILURE_KEPT_MS = 30_000;
const PATIENCE_MS = 2_000;

export class AccountHandles {
  #handles: Promise<Handles> | null = null;
  #keptUntilMs = 0;

  constructor(
    private readonly config: Pick<Config, 'social'>,
    private readonly nowMs: () => number = Date.now,
  ) {}

  read(): Promise<Handles> {
    if (this.#handles === null || this.nowMs() >= this.#keptUntilMs) {
      this.#keptUntilMs = this.nowMs() + KEPT_MS;
      this.#handles = this.#ask().catch(() => {
        this.#keptUntilMs = this.nowMs() + FAILURE_KEPT_MS;
        return new Map();
      });
    }
    return this.#handles;
  }

  async #ask(): Promise<Handles> {
    const social = new SocialClient(this.config.social());
    try {
      const { accounts } = (await social.accounts({ signal: AbortSignal.timeout(PATIENCE_MS) })).data;
      return new Map(accounts.map(({ id, handle }) => [id, handle]));
    } finally {
      await social.close();
    }
  }
}
