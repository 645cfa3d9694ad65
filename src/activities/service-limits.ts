/** One limit for each credential and class of calls in this worker, divided by the number of workers. */
import { sleep } from '@temporalio/activity';
import type { Limits } from '../config/limits';
import { RateLimit, type Rate } from '../http/rate-limit';
import type { TransportOptions } from '../http/service-transport';

type TakeTurn = NonNullable<TransportOptions['takeTurn']>;

export class ServiceLimits {
  readonly #limits = new Map<string, RateLimit>();

  constructor(
    private readonly settings: Limits,
    private readonly workers: () => Promise<number>,
  ) {}

  /** Projects with the same App Key share its limit. */
  localization(appKey: string): TakeTurn {
    return () => this.#take(`localization ${appKey}`, this.settings.localization);
  }

  readonly social: TakeTurn = ({ reads }) =>
    reads
      ? this.#take('social reads', this.settings.social.reads)
      : this.#take('social writes', this.settings.social.writes);

  async #take(key: string, rate: Rate | null): ReturnType<TakeTurn> {
    if (rate === null) return { waitMs: 0 };
    const limit = this.#limits.get(key) ?? new RateLimit(rate);
    this.#limits.set(key, limit);
    return limit.take(await this.workers());
  }
}

/**
 * The activity itself waits, so that a worker that stops, or a release that is cancelled, ends a call that was not sent
 * yet.
 */
export function waitingHere(take: TakeTurn): TakeTurn {
  return async (endpoint) => {
    const turn = await take(endpoint);
    if (!('waitMs' in turn) || turn.waitMs === 0) return turn;
    await sleep(turn.waitMs);
    return { waitMs: 0 };
  };
}
