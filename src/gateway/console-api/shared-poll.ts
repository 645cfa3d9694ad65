import { setTimeout as delay } from 'node:timers/promises';

export interface PollResult {
  /** Listeners are told where this differs from what was seen before. */
  key: string;
  data: string;
  /** How long until the next look. */
  pauseMs: number;
}

interface WatchOptions {
  look: () => Promise<PollResult>;
  /** A look that takes longer is told of as the failure `late`. */
  lateAfterMs: number;
  /** Between a look that failed and the next one. */
  troublePauseMs: number;
  onTrouble: (error: unknown) => void;
  /** Nobody listens any more. */
  onIdle: () => void;
}

interface Listener {
  told: (data: string) => void;
  /** Why it cannot be seen now, so that what was told last may be old; null: it can again. */
  failed?: (error: unknown) => void;
}

/** Looks at one thing again and again while somebody listens: once for all who do. */
export class SharedPoll {
  readonly #listeners = new Set<Listener>();
  #latest: PollResult | null = null;
  /** null: the last look saw it. */
  #failure: unknown = null;
  #isLooking = false;

  constructor(private readonly options: WatchOptions) {}

  /** Tells what it is now, and whenever it has changed; answers how to stop. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#latest !== null) listener.told(this.#latest.data);
    if (this.#failure !== null) listener.failed?.(this.#failure);
    if (!this.#isLooking) void this.#keepLooking();
    return () => void this.#listeners.delete(listener);
  }

  async #keepLooking(): Promise<void> {
    this.#isLooking = true;
    while (this.#listeners.size > 0) {
      // No reason for a process to stay: who listens has a connection, which is.
      await delay(await this.#look(), undefined, { ref: false });
    }
    this.#isLooking = false;
    this.options.onIdle();
  }

  async #look(): Promise<number> {
    const late = setTimeout(() => this.#setFailure('late'), this.options.lateAfterMs);
    try {
      const sight = await this.options.look();
      // Whoever heard of a failure is told what it is now.
      const hasChanged = sight.key !== this.#latest?.key || this.#failure !== null;
      this.#setFailure(null);
      this.#latest = sight;
      if (hasChanged) for (const listener of this.#listeners) listener.told(sight.data);
      return sight.pauseMs;
    } catch (error) {
      // A look that nobody waits for any more may fail: the gateway that made it is closing.
      if (this.#listeners.size > 0) this.options.onTrouble(error);
      this.#setFailure(error);
      return this.options.troublePauseMs;
    } finally {
      clearTimeout(late);
    }
  }

  #setFailure(failure: unknown): void {
    // The same one again is no news.
    const isNew = String(failure) !== String(this.#failure);
    this.#failure = failure;
    if (!isNew) return;
    for (const { failed } of this.#listeners) failed?.(failure);
  }
}
