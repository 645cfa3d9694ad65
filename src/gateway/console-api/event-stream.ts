import { Readable } from 'node:stream';

/**
 * Server-sent events to one listener. What a slow one has not taken yet is replaced by what came after it, so that
 * nobody's silence fills the memory.
 */
export class EventStream extends Readable {
  readonly #pending = new Map<string, string>();
  #isWanted = false;
  #isOver = false;

  /** The listener comes back after so long when the connection has ended. */
  constructor(retryMs: number) {
    super();
    this.#pending.set('retry', `retry: ${retryMs}\n\n`);
  }

  tell(event: string, data: string): void {
    // What came last is told last.
    this.#pending.delete(event);
    this.#pending.set(event, `event: ${event}\ndata: ${data}\n\n`);
    this.#flush();
  }

  /** Keeps those between us from taking the connection for dead. */
  beat(): void {
    this.#pending.set('beat', ': still here\n\n');
    this.#flush();
  }

  finish(): void {
    if (!this.#isOver && !this.destroyed) this.push(null);
    this.#isOver = true;
  }

  override _read(): void {
    this.#isWanted = true;
    this.#flush();
  }

  #flush(): void {
    for (const [event, frame] of this.#pending) {
      if (!this.#isWanted || this.#isOver || this.destroyed) return;
      this.#pending.delete(event);
      this.#isWanted = this.push(frame);
    }
  }
}
