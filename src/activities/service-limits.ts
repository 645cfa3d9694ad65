/** One limit for each credential and class of calls in this worker, divided by the number of workers. */
import { sleep } from '@temporalio/activity';
import type { Limits } from '../config/limits';
import { RateLimit, type Rate } from '../http/rate-limit';
import type { TransportOptions } from '../http/service-transport';

type TakePermit = NonNullable<TransportOptions['takePermit']>;

export class ServiceLimits {
  readonly #limits = new Map<string, RateLimit>();

  constructor(
    private readonly settings: Limits,
    private readonly workers: () => Promise<number>,
  ) {}

  /** Projects with the same App Key share its limit. */
  localization(appKey: string): TakePermit {
    return () => this.#take(`localization ${appKey}`, this.settings.localization);
  }

  readonly social: TakePermit = ({ reads }) =>
    reads
      ? this.#take('social reads', this.settings.social.reads)
      : this.#take('social writes', this.settings.social.writes);

  async #take(key: string, rate: Rate | null): ReturnType<TakePermit> {
    if (rate === null) return { waitMs: 0 };
    const limit = this.#limits.get(key) ?? new RateLimit(rate);
    this.#limits.set(key, limit);
    return limit.take(await this.workers());
  }
}

/** The activity itself waits, so that a stopping worker or a cancelled release ends a call that was not sent yet. */
export function waitingHere(take: TakePermit): TakePermit {
  return async (endpoint) => {
    const permit = await take(endpoint);
    if (!('waitMs' in permit) || permit.waitMs === 0) return permit;
    await sleep(permit.waitMs);
    return { waitMs: 0 };
  };
}
