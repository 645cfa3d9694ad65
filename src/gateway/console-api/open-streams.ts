/** The event streams that are open, none beyond its session. */
import { Readable } from 'node:stream';
import type { User } from './guard';

/** More often than the gateway, or a proxy before it, ends silent connections. */
const BEAT_MS = 15_000;
const RETRY_MS = 1_000;

type Listener = Pick<User, 'csrfToken' | 'isSignedOut'>;

export class OpenStreams {
  readonly #whose = new Map<EventStream, Listener>();

  constructor(private readonly beatMs = BEAT_MS) {}

  open(user: Listener): EventStream {
    const stream = new EventStream(RETRY_MS);
    this.#whose.set(stream, user);
    const beat = async (): Promise<void> => {
      // Where that cannot be told now, it is asked again at the next beat.
      if (await user.isSignedOut().catch(() => false)) stream.finish();
      else stream.beat();
    };
    const beating = setInterval(() => void beat(), this.beatMs);
    stream.once('close', () => {
      clearInterval(beating);
      this.#whose.delete(stream);
    });
    return stream;
  }

  /** Of a session that is over. */
  endSession({ csrfToken }: Pick<User, 'csrfToken'>): void {
    if (csrfToken === null) return;
    for (const [stream, user] of this.#whose) if (user.csrfToken === csrfToken) stream.finish();
  }

  endAll(): void {
    for (const stream of this.#whose.keys()) stream.finish();
  }
}

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
