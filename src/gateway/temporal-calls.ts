import type { Client } from '@temporalio/client';
import { setTimeout as delay } from 'node:timers/promises';

/** Longer than any of their deadlines, with the last pause on top. */
const SETTLE_TIMEOUT_MS = 5_000;

/**
 * The gateway's calls to Temporal, each with a deadline. The SDK repeats a failed call after a pause; a connection
 * that is closed meanwhile would end the whole process, so whoever closes it waits for these first.
 */
export class TemporalCalls {
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(readonly client: Client) {}

  async within<Result>(timeoutMs: number, call: (client: Client) => Promise<Result>): Promise<Result> {
    const { client } = this;
    const result = client.withDeadline(Date.now() + timeoutMs, () => call(client));
    this.#underWay.add(result);
    try {
      return await result;
    } finally {
      this.#underWay.delete(result);
    }
  }

  async settled(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#underWay), delay(SETTLE_TIMEOUT_MS, null, { ref: false })]);
  }
}
