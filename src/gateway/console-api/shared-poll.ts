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
  /** Between a look that failed and the next one. */
  troublePauseMs: number;
  onTrouble: (error: unknown) => void;
  /** Nobody listens any more. */
  onIdle: () => void;
}

/** Looks at one thing again and again while somebody listens: once for all who do. */
export class SharedPoll {
  readonly #listeners = new Set<(data: string) => void>();
  #latest: PollResult | null = null;
  #isLooking = false;

  constructor(private readonly options: WatchOptions) {}

  /** Tells what it is now, and whenever it has changed; answers how to stop. */
  listen(listener: (data: string) => void): () => void {
    this.#listeners.add(listener);
    if (this.#latest !== null) listener(this.#latest.data);
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
    try {
      const sight = await this.options.look();
      const hasChanged = sight.key !== this.#latest?.key;
      this.#latest = sight;
      if (hasChanged) for (const listener of this.#listeners) listener(sight.data);
      return sight.pauseMs;
    } catch (error) {
      // A look that nobody waits for any more may fail: the gateway that made it is closing.
      if (this.#listeners.size > 0) this.options.onTrouble(error);
      return this.options.troublePauseMs;
    }
  }
}
