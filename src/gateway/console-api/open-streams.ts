/** The event streams that are open: so many of one operator, so many in all, and none beyond its session. */
import { tooMany } from '../requests-under-way';
import { EventStream } from './event-stream';
import type { User } from './guard';

const MOST = { ofOne: 20, inAll: 500 };
/** More often than the gateway, or a proxy before it, ends silent connections. */
const BEAT_MS = 15_000;
const RETRY_MS = 1_000;

/** One who carries a token has no session. */
type Listener = Pick<User, 'name'> & Partial<Pick<User, 'csrfToken' | 'isSignedOut'>>;

export class OpenStreams {
  readonly #whose = new Map<EventStream, Listener>();

  constructor(
    private readonly most = MOST,
    private readonly beatMs = BEAT_MS,
  ) {}

  /** Throws where there are enough. Whoever hangs up takes room until what was begun for them has ended. */
  open(user: Listener, begun: () => Promise<unknown> = () => Promise.resolve()): EventStream {
    const own = [...this.#whose.values()].filter(({ name }) => name === user.name).length;
    if (own >= this.most.ofOne) throw tooMany(`${user.name} has ${own} streams open. Close one of them.`);
    if (this.#whose.size >= this.most.inAll)
      throw tooMany('The gateway has too many open streams. Try again later.');
    const stream = new EventStream(RETRY_MS);
    this.#whose.set(stream, user);
    const beat = async (): Promise<void> => {
      // Where that cannot be told now, it is asked again at the next beat.
      if ((await user.isSignedOut?.().catch(() => false)) === true) stream.finish();
      else stream.beat();
    };
    const beating = setInterval(() => void beat(), this.beatMs);
    stream.once('close', () => {
      clearInterval(beating);
      const free = (): boolean => this.#whose.delete(stream);
      begun().then(free, free);
    });
    return stream;
  }

  /** Of a session that is over. */
  endSession({ csrfToken }: Pick<User, 'csrfToken'>): void {
    for (const [stream, user] of this.#whose) if (user.csrfToken === csrfToken) stream.finish();
  }

  endAll(): void {
    for (const stream of this.#whose.keys()) stream.finish();
  }
}
