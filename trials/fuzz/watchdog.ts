/** Tells how long the thread was blocked: as long as it was busy without a pause in which others could be served. */
const BEAT_EVERY_MS = 20;

export class Watchdog {
  #beatenMs = performance.now();
  #cpu = process.cpuUsage();
  #longestMs = 0;
  readonly #timer = setInterval(() => this.#beat(), BEAT_EVERY_MS);

  stop(): number {
    clearInterval(this.#timer);
    this.#beat();
    return this.#longestMs;
  }

  /** A machine with much else to do lets everybody wait: only what was worked counts. */
  #beat(): void {
    const nowMs = performance.now();
    const { user, system } = process.cpuUsage(this.#cpu);
    const blockedMs = Math.min(nowMs - this.#beatenMs, (user + system) / 1000);
    this.#longestMs = Math.max(this.#longestMs, blockedMs);
    this.#beatenMs = nowMs;
    this.#cpu = process.cpuUsage();
  }
}
