/** How often something may be done, all of it in sandbox time. */
import type { SandboxClock } from '../clock';
import type { SandboxProfile, WorkspaceSeed } from '../profile';
import type { Readings } from '../readings/catalogue';
import { Refusal } from './refusal';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export class Caps {
  readonly #caps: WorkspaceSeed['caps'];
  readonly #clock: SandboxClock;
  readonly #dailyReason: Readings['daily-cap-reason'];
  readonly #minutes = new Map<string, { endMs: number; calls: number }>();
  readonly #publishes: DayCount;
  readonly #lastPublishMs = new Map<string, number>();

  constructor({ workspace, readings }: SandboxProfile, clock: SandboxClock) {
    this.#caps = workspace.caps;
    this.#clock = clock;
    this.#dailyReason = readings['daily-cap-reason'];
    this.#publishes = readings['daily-cap-day'] === 'utc' ? new UtcDay(clock) : new RollingDay(clock);
  }

  /** One call of a credential; each class of calls has a minute of its own, which begins with the first. */
  countCall(token: string, rateClass: 'read' | 'write', tool: string): void {
    const limit = rateClass === 'read' ? this.#caps.readsPerMinute : this.#caps.writesPerMinute;
    const nowMs = this.#clock.nowMs();
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

  /** One accepted publish on some accounts; refused as a whole where one of them is too soon. */
  countPublish(accountIds: readonly string[]): void {
    const nowMs = this.#clock.nowMs();
    const { publishesPerDay: limit, accountIntervalMs } = this.#caps;
    for (const id of accountIds) {
      const waitMs = (this.#lastPublishMs.get(id) ?? -Infinity) + accountIntervalMs - nowMs;
      if (waitMs > 0) {
        const params = { windowSec: Math.ceil(accountIntervalMs / 1000), reason: 'account_min_interval' };
        throw tooOften(`too soon after the last publish on ${id}`, waitMs, { limit: 1, ...params });
      }
    }
    if (this.#publishes.used() >= limit) {
      const reason = this.#dailyReason === 'params-window' ? {} : { reason: this.#dailyReason };
      const params = { limit, windowSec: DAY_MS / 1000, ...reason };
      throw tooOften(`${limit} publishes a day are allowed`, this.#publishes.untilFreeMs(), params);
    }
    this.#publishes.add();
    for (const id of accountIds) this.#lastPublishMs.set(id, nowMs);
  }
}

interface DayCount {
  used(): number;
  add(): void;
  untilFreeMs(): number;
}

class UtcDay implements DayCount {
  readonly #clock: SandboxClock;
  readonly #count: PeriodCount;

  constructor(clock: SandboxClock) {
    this.#clock = clock;
    this.#count = new PeriodCount(clock, 'day');
  }

  used(): number {
    return this.#count.used();
  }

  add(): void {
    this.#count.add();
  }

  untilFreeMs(): number {
    return DAY_MS - (this.#clock.nowMs() % DAY_MS);
  }
}

/** The last 24 hours, whenever they are looked at. */
class RollingDay implements DayCount {
  readonly #clock: SandboxClock;
  #timesMs: number[] = [];

  constructor(clock: SandboxClock) {
    this.#clock = clock;
  }

  used(): number {
    this.#timesMs = this.#timesMs.filter((timeMs) => timeMs > this.#clock.nowMs() - DAY_MS);
    return this.#timesMs.length;
  }

  add(): void {
    this.#timesMs.push(this.#clock.nowMs());
  }

  untilFreeMs(): number {
    return (this.#timesMs[0] ?? 0) + DAY_MS - this.#clock.nowMs();
  }
}

/** A count that begins anew with each UTC day or month. */
export class PeriodCount {
  readonly #clock: SandboxClock;
  readonly #keyLength: number;
  #period: string;
  #used: number;

  constructor(clock: SandboxClock, unit: 'day' | 'month', used = 0) {
    this.#clock = clock;
    this.#keyLength = unit === 'day' ? '2026-12-01'.length : '2026-12'.length;
    this.#period = this.#now();
    this.#used = used;
  }

  used(): number {
    if (this.#period !== this.#now()) {
      this.#period = this.#now();
      this.#used = 0;
    }
    return this.#used;
  }

  add(): void {
    this.#used = this.used() + 1;
  }

  #now(): string {
    return this.#clock.iso().slice(0, this.#keyLength);
  }
}

function tooOften(message: string, waitMs: number, params: Record<string, unknown>): Refusal {
  return new Refusal('rate_limited', message, { ...params, retryAfterSec: Math.ceil(waitMs / 1000) });
}
