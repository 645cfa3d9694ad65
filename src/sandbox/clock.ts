/**
 * The sandbox's time. It can run faster than ours and be moved forward, so that an hour of translation or a day
 * of waiting for a cap costs a test nothing. Signatures are judged by wall time, since clients sign with theirs.
 */
export interface ClockOptions {
  /** Sandbox seconds per real second. */
  speed?: number;
  /** How far the sandbox's wall clock is ahead of the machine's. */
  skewMs?: number;
}

interface Timer {
  dueMs: number;
  run: () => void;
}

export class SandboxClock {
  readonly #speed: number;
  readonly #skewMs: number;
  readonly #realStartMs = Date.now();
  #startMs = Date.now();
  /** Set while timers run: each sees the moment it was due, not the moment it was reached. */
  #frozenMs: number | null = null;
  #timers: Timer[] = [];
  #alarm: NodeJS.Timeout | null = null;
  #closed = false;

  constructor({ speed = 1, skewMs = 0 }: ClockOptions = {}) {
    this.#speed = speed;
    this.#skewMs = skewMs;
  }

  nowMs(): number {
    return this.#frozenMs ?? Math.floor(this.#startMs + (Date.now() - this.#realStartMs) * this.#speed);
  }

  iso(): string {
    return new Date(this.nowMs()).toISOString();
  }

  wallMs(): number {
    return Date.now() + this.#skewMs;
  }

  /** Runs once when sandbox time has moved on by that much; returns how to call it off. */
  after(delayMs: number, run: () => void): () => void {
    const timer = { dueMs: this.nowMs() + delayMs, run };
    const place = this.#timers.findIndex((other) => other.dueMs > timer.dueMs);
    this.#timers.splice(place < 0 ? this.#timers.length : place, 0, timer);
    this.#arm();
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
      this.#arm();
    };
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Moves time forward at once; everything that falls due on the way happens in its order. */
  advance(byMs: number): void {
    try {
      this.#runDue(this.nowMs() + byMs);
    } finally {
      this.#startMs += byMs;
      this.#arm();
    }
  }

  close(): void {
    this.#closed = true;
    this.#timers = [];
    if (this.#alarm !== null) clearTimeout(this.#alarm);
  }

  #runDue(untilMs: number): void {
    for (let next = this.#timers[0]; next !== undefined && next.dueMs <= untilMs; next = this.#timers[0]) {
      this.#timers.shift();
      this.#frozenMs = next.dueMs;
      try {
        next.run();
      } finally {
        this.#frozenMs = null;
      }
    }
  }

  #arm(): void {
    if (this.#alarm !== null) clearTimeout(this.#alarm);
    this.#alarm = null;
    const next = this.#timers[0];
    if (next === undefined || this.#closed || this.#frozenMs !== null) return;
    const waitMs = Math.max(0, (next.dueMs - this.nowMs()) / this.#speed);
    // setTimeout takes at most 2^31 - 1 ms; a longer wait is armed again when that has passed.
    this.#alarm = setTimeout(
      () => {
        this.#runDue(this.nowMs());
        this.#arm();
      },
      Math.min(waitMs, 2 ** 31 - 1),
    );
  }
}
