/** Somebody who watches: notes what has ended and what hangs, and does what a person would do, retry what is parked. */
import type { ReleaseClient } from '../../src/client/releases/release-client';
import type { ReleaseRow } from '../../src/protocol/console-api';
import { resolveUpdate } from '../../src/protocol/messages';
import { endedStates } from '../../src/domain/release/release-states';
import type { ReleaseStatus, Retrying } from '../../src/domain/release/status';
import { STALLED_AFTER_MS } from './surroundings';

/** Of those that are open: to poll each of a thousand every second would be what hurts them. */
const POLLED_AT_A_TIME = 20;
const MOST_RELEASES = 100_000;
/** Sooner, the notice may be on its way. */
const NOTICE_GRACE_MS = 30_000;

export class Watcher {
  readonly ended = new Map<string, ReleaseStatus>();
  /** Retried by hand at least once. */
  readonly retried = new Set<string>();
  /** Seen with a call that had been repeated for so long that somebody must have got a notice. */
  readonly stalled = new Set<string>();
  /** The attempt at which a call was first seen to be repeated for long. */
  readonly #firstAttempts = new Map<string, number>();
  retries = 0;
  #polled = 0;

  constructor(private readonly releases: ReleaseClient) {}

  /** Where Temporal or every worker is away, that is the point: it polls again. */
  async poll(): Promise<void> {
    try {
      const all = await this.releases.newest({}, MOST_RELEASES);
      const rows = all.filter(({ id }) => !this.ended.has(id));
      for (const { id, state } of rows) {
        if (state === 'parked' || state === 'partial') await this.#retry(id);
        else if (([...endedStates] as string[]).includes(state))
          this.ended.set(id, await this.releases.status(id));
      }
      await this.#pollSome(rows.filter(({ state }) => state === 'running' || state === 'waiting'));
    } catch {
      return;
    }
  }

  async #retry(id: string): Promise<void> {
    const { state } = await this.releases.status(id);
    if (state !== 'parked' && state !== 'partial') return;
    await this.releases.executeUpdate(id, resolveUpdate, { by: 'chaos', action: 'retry' });
    this.retried.add(id);
    this.retries += 1;
  }

  async #pollSome(open: readonly ReleaseRow[]): Promise<void> {
    const begin = open.length === 0 ? 0 : this.#polled % open.length;
    this.#polled += POLLED_AT_A_TIME;
    for (const { id } of open.slice(begin, begin + POLLED_AT_A_TIME)) {
      const { retrying } = await this.releases.status(id);
      if (retrying !== null && this.#hasFailedLate(id, retrying)) this.stalled.add(id);
    }
  }

  /** A notice is due when an attempt fails that began late, in a worker that lives: another one tells nobody. */
  #hasFailedLate(id: string, { call, since, attempt, cause }: Retrying): boolean {
    if (Date.now() - Date.parse(since) <= STALLED_AFTER_MS + NOTICE_GRACE_MS) return false;
    const key = `${id} ${call} ${since}`;
    const first = this.#firstAttempts.get(key) ?? attempt;
    this.#firstAttempts.set(key, first);
    return attempt > first + 1 && !/timeout|in time/i.test(cause);
  }
}
