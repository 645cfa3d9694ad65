/** Rate limits and caps, all in sandbox time. */
import { Refusal } from '../refusal';
import type { SandboxContext } from '../service';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export class Caps {
  readonly #minutes = new Map<string, { endMs: number; calls: number }>();
  #publishesMs: number[] = [];
  readonly #lastPublishMs = new Map<string, number>();

  constructor(private readonly context: SandboxContext) {}

  /** Counts one call of a credential; each class of calls has its own minute, which begins with the first call. */
  countCall(token: string, rateClass: 'read' | 'write', tool: string): void {
    const { caps } = this.context.profile.workspace;
    const limit = rateClass === 'read' ? caps.readsPerMinute : caps.writesPerMinute;
    const nowMs = this.context.clock.nowMs();
    const key = `${rateClass} ${token}`;
    const open = this.#minutes.get(key);
    const minute = open && nowMs < open.endMs ? open : { endMs: nowMs + MINUTE_MS, calls: 0 };
    this.#minutes.set(key, minute);
    if (minute.calls >= limit) {
      const message = `${tool} is allowed ${limit} calls per 60 seconds`;
      throw tooOften(message, minute.endMs - nowMs, { limit, windowSec: 60 });
    }
    minute.calls += 1;
  }

  /** Counts one accepted publish; it is refused as a whole where one of the accounts is too soon. */
  countPublish(accountIds: readonly string[]): void {
    const nowMs = this.context.clock.nowMs();
    const { readings, workspace } = this.context.profile;
    const { publishesPerDay: limit, accountIntervalMs } = workspace.caps;
    for (const id of accountIds) {
      const waitMs = (this.#lastPublishMs.get(id) ?? -Infinity) + accountIntervalMs - nowMs;
      if (waitMs > 0) {
        const params = { windowSec: Math.ceil(accountIntervalMs / 1000), reason: 'account_min_interval' };
        throw tooOften(`too soon after the last publish on ${id}`, waitMs, { limit: 1, ...params });
      }
    }
    const isUtcDay = readings['daily-cap-day'] === 'utc';
    const sinceMs = isUtcDay ? nowMs - (nowMs % DAY_MS) : nowMs - DAY_MS + 1;
    this.#publishesMs = this.#publishesMs.filter((publishMs) => publishMs >= sinceMs);
    const [first = 0] = this.#publishesMs;
    if (this.#publishesMs.length >= limit) {
      const word = readings['daily-cap-reason'];
      const params = { limit, windowSec: DAY_MS / 1000, ...(word !== 'params-window' && { reason: word }) };
      const freeMs = (isUtcDay ? sinceMs : first) + DAY_MS;
      throw tooOften(`${limit} publishes a day are allowed`, freeMs - nowMs, params);
    }
    this.#publishesMs.push(nowMs);
    for (const id of accountIds) this.#lastPublishMs.set(id, nowMs);
  }
}

function tooOften(message: string, waitMs: number, params: Record<string, unknown>): Refusal {
  const retryAfterSec = Math.ceil(waitMs / 1000);
  return new Refusal('rate_limited', message, { params: { ...params, retryAfterSec } });
}
