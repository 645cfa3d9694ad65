import { setTimeout as delay } from 'node:timers/promises';

export interface PollResult {
  /** Listeners are called when the key changes. */
  key: string;
  data: string;
  pauseMs: number;
}

interface WatchOptions {
  read: () => Promise<PollResult>;
  /** A poll that takes longer is reported as the failure `late`. */
  lateAfterMs: number;
  troublePauseMs: number;
  onTrouble: (error: unknown) => void;
  onIdle: () => void;
}

interface Listener {
  receive: (data: string) => void;
  /** Called with an error when the last data may be stale, and with null when polls succeed again. */
  failed?: (error: unknown) => void;
}

/** Polls one subject while somebody listens, once for all listeners. */
export class SharedPoll {
  readonly #listeners = new Set<Listener>();
  #latest: PollResult | null = null;
  #failure: unknown = null;
  #isPolling = false;

  constructor(private readonly options: WatchOptions) {}

  /** Reports the current data and each change; returns a function that stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#latest !== null) listener.receive(this.#latest.data);
    if (this.#failure !== null) listener.failed?.(this.#failure);
    if (!this.#isPolling) void this.#keepPolling();
    return () => void this.#listeners.delete(listener);
  }

  async #keepPolling(): Promise<void> {
    this.#isPolling = true;
    while (this.#listeners.size > 0) {
      // The timer is unreferenced: the listeners' connections keep the process alive.
      await delay(await this.#poll(), undefined, { ref: false });
    }
    this.#isPolling = false;
    this.options.onIdle();
  }

  async #poll(): Promise<number> {
    const late = setTimeout(() => this.#setFailure('late'), this.options.lateAfterMs);
    try {
      const result = await this.options.read();
      // After a failure the data is sent even if it has not changed.
      const hasChanged = result.key !== this.#latest?.key || this.#failure !== null;
      this.#setFailure(null);
      this.#latest = result;
      if (hasChanged) for (const listener of this.#listeners) listener.receive(result.data);
      return result.pauseMs;
    } catch (error) {
      // A poll without listeners may fail, because its gateway is closing.
      if (this.#listeners.size > 0) this.options.onTrouble(error);
      this.#setFailure(error);
      return this.options.troublePauseMs;
    } finally {
      clearTimeout(late);
    }
  }

  #setFailure(failure: unknown): void {
    // A repeated failure is not reported again.
    const isNew = String(failure) !== String(this.#failure);
    this.#failure = failure;
    if (!isNew) return;
    for (const { failed } of this.#listeners) failed?.(failure);
  }
}
