/** The open event streams; none outlasts its session. */
import { Readable } from 'node:stream';
import type { User } from './guard';

/** Shorter than the idle timeouts of the gateway and of proxies. */
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
      // If the session cannot be checked now, the next beat checks it again.
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

  endSession({ csrfToken }: Pick<User, 'csrfToken'>): void {
    if (csrfToken === null) return;
    for (const [stream, user] of this.#whose) if (user.csrfToken === csrfToken) stream.finish();
  }

  endAll(): void {
    for (const stream of this.#whose.keys()) stream.finish();
  }
}

/**
 * A stream of server-sent events to one listener. Unsent events are replaced by newer ones of the same name, so that a
 * slow listener does not fill the memory.
 */
export class EventStream extends Readable {
  readonly #pending = new Map<string, string>();
  #isWanted = false;
  #isOver = false;

  /** The listener reconnects after this time. */
  constructor(retryMs: number) {
    super();
    this.#pending.set('retry', `retry: ${retryMs}\n\n`);
  }

  sendEvent(event: string, data: string): void {
    // Deleting first moves the event to the end of the order.
    this.#pending.delete(event);
    this.#pending.set(event, `event: ${event}\ndata: ${data}\n\n`);
    this.#flush();
  }

  /** Keeps proxies from closing an idle connection. */
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
