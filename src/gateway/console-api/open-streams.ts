/** The event streams that are open, none beyond its session. */
import { EventStream } from './event-stream';
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
