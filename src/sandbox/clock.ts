/**
 * The sandbox's time. It can run faster than ours and be moved forward, so that an hour of translation or a day until a
 * cap's end costs a test nothing. Signatures are judged by wall time, since clients sign with theirs.
 */
export interface ClockOptions {
  /** Sandbox seconds per real second. */
  speed?: number;
  /** How far the sandbox's wall clock is ahead of the machine's. */
  skewMs?: number;
  /** Time stands still at this moment until `goOn`; without it, time starts now and passes. */
  standsAtMs?: number;
}

interface Timer {
  dueMs: number;
  run: () => void;
}

export class SandboxClock {
  readonly #speed: number;
  readonly #skewMs: number;
  #realStartMs = Date.now();
  #startMs = Date.now();
  /** Set while time stands still, as it does for a timer, which runs at the moment at which it was due. */
  #frozenMs: number | null;
  #timers: Timer[] = [];
  #alarm: NodeJS.Timeout | null = null;
  #closed = false;

  constructor({ speed = 1, skewMs = 0, standsAtMs }: ClockOptions = {}) {
    this.#speed = speed;
    this.#skewMs = skewMs;
    this.#frozenMs = standsAtMs ?? null;
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

  /** Runs once after that much sandbox time; returns a function that cancels it. */
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

  /** As `after`, for a function with a result or an error. */
  later<Result>(delayMs: number, run: () => Result): Promise<Result> {
    return new Promise((resolve) => {
      this.after(delayMs, () => resolve(new Promise((settle) => settle(run()))));
    });
  }

  /** Runs a function at one moment: timers that are due run before it, and no time passes within. */
  moment<Result>(run: () => Result): Result {
    const nowMs = this.nowMs();
    this.#runDue(nowMs);
    try {
      return this.#runAt(nowMs, run);
    } finally {
      this.#arm();
    }
  }

  /** Moves time forward at once; every timer that falls due runs in its order. */
  advance(byMs: number): void {
    try {
      this.#runDue(this.nowMs() + byMs);
    } finally {
      this.#startMs += byMs;
      this.#arm();
    }
  }

  /** Moves the standing time to a later moment; every timer that falls due runs in its order. */
  standAt(momentMs: number): void {
    const untilMs = Math.max(momentMs, this.nowMs());
    this.#runDue(untilMs);
    this.#frozenMs = untilMs;
  }

  goOn(): void {
    this.#startMs = this.nowMs();
    this.#realStartMs = Date.now();
    this.#frozenMs = null;
    this.#arm();
  }

  close(): void {
    this.#closed = true;
    this.#timers = [];
    if (this.#alarm !== null) clearTimeout(this.#alarm);
  }

  #runDue(untilMs: number): void {
    for (let next = this.#timers[0]; next !== undefined && next.dueMs <= untilMs; next = this.#timers[0]) {
      this.#timers.shift();
      this.#runAt(next.dueMs, next.run);
    }
  }

  #runAt<Result>(momentMs: number, run: () => Result): Result {
    const before = this.#frozenMs;
    this.#frozenMs = momentMs;
    try {
      return run();
    } finally {
      this.#frozenMs = before;
    }
  }

  #arm(): void {
    if (this.#alarm !== null) clearTimeout(this.#alarm);
    this.#alarm = null;
    const next = this.#timers[0];
    if (next === undefined || this.#closed || this.#frozenMs !== null) return;
    const waitMs = Math.max(0, (next.dueMs - this.nowMs()) / this.#speed);
    // setTimeout takes at most 2^31 - 1 ms; a longer wait is armed again afterwards.
    this.#alarm = setTimeout(
      () => {
        this.#runDue(this.nowMs());
        this.#arm();
      },
      Math.min(waitMs, 2 ** 31 - 1),
    );
  }
}
