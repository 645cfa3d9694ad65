/** Readiness of a process: all its dependencies respond in time. */
import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 2_000;

/** Checks by display name. A check rejects if there is no response. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

export class Readiness {
  /** A check that hangs is not started again, because each would hold a thread or a connection for good. */
  readonly #open = new Map<string, Promise<boolean>>();

  constructor(
    private readonly needs: ReadinessChecks,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** A sentence about the dependencies that do not respond. null: all do. */
  async fault(): Promise<string | null> {
    const names = Object.keys(this.needs);
    const results = await Promise.all(names.map((name) => this.#respondsInTime(name)));
    const silent = names.filter((_, index) => results[index] !== true);
    return silent.length === 0 ? null : silent.map((name) => `${name} does not answer.`).join(' ');
  }

  async #respondsInTime(name: string): Promise<boolean> {
    const late = new AbortController();
    try {
      return await Promise.race([
        this.#checkOnce(name),
        delay(this.timeoutMs, false, { signal: late.signal, ref: false }),
      ]);
    } finally {
      late.abort();
    }
  }

  #checkOnce(name: string): Promise<boolean> {
    const open = this.#open.get(name);
    if (open !== undefined) return open;
    const pending = this.#check(name).finally(() => this.#open.delete(name));
    this.#open.set(name, pending);
    return pending;
  }

  async #check(name: string): Promise<boolean> {
    try {
      await this.needs[name]?.();
      return true;
    } catch {
      return false;
    }
  }
}
