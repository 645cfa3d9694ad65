/** One connection on which a gateway tells how a release goes on. It is given up where not even a beat comes in time. */
import { createParser } from 'eventsource-parser';
import type { ReleaseView } from '../domain/status';
import { EVENTS_BEAT_MS, requestOf } from '../protocol/addresses';
import type { GatewayRequests } from './gateway-requests';

/** Two beats, and some time on the way. */
const PATIENCE_MS = 2 * EVENTS_BEAT_MS + 500;
/** What becomes of a failure that says no more than that. */
const FAILED = 500;
/** More than any status has. */
const MOST_EVENT_LETTERS = 16 * 1024 * 1024;

/** `over`: nothing more will come. */
type Told = ReleaseView | Error | 'nothing new' | 'over';

export class EventConnection {
  /** Whether anything ever came. */
  hasBegun = false;
  #told: Told = 'nothing new';
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    maxBufferSize: MOST_EVENT_LETTERS,
    onEvent: ({ event, data }) => {
      if (event === 'release') this.#told = JSON.parse(data) as ReleaseView;
      if (event === 'failure') this.#told = this.requests.refused(FAILED, JSON.parse(data));
    },
  });

  private constructor(
    private readonly requests: GatewayRequests,
    private readonly connection: AbortController,
    private readonly reader: ReadableStreamDefaultReader<Uint8Array>,
  ) {}

  /** `never`: the gateway does not tell, or what stands before it holds that back; `in a while`: it has no time or room now. */
  static async open(
    requests: GatewayRequests,
    id: string,
    signal: AbortSignal,
  ): Promise<EventConnection | 'later' | 'in a while' | 'never'> {
    const connection = new AbortController();
    const request = requestOf('events', { release: id });
    try {
      const reply = await inTime(connection, signal, () =>
        requests.send({ ...request, signal: connection.signal }),
      );
      const isTelling = reply.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (isTelling && reply.body !== null)
        return new EventConnection(requests, connection, reply.body.getReader());
      connection.abort();
      if (reply.status === 429) return 'in a while';
      return reply.status >= 500 ? 'later' : 'never';
    } catch {
      return connection.signal.aborted ? 'in a while' : 'later';
    }
  }

  /** Waits for what is told next. */
  async next(signal: AbortSignal): Promise<Told> {
    this.#told = 'nothing new';
    try {
      const { done, value } = await inTime(this.connection, signal, () => this.reader.read());
      if (done) return 'over';
      this.hasBegun = true;
      this.#parser.feed(this.#decoder.decode(value, { stream: true }));
      return this.#told;
    } catch {
      this.close();
      return 'over';
    }
  }

  close(): void {
    this.connection.abort();
  }
}

async function inTime<Result>(
  connection: AbortController,
  signal: AbortSignal,
  act: () => Promise<Result>,
): Promise<Result> {
  const giveUp = (): void => connection.abort();
  const patience = setTimeout(giveUp, PATIENCE_MS);
  signal.addEventListener('abort', giveUp);
  try {
    return await act();
  } finally {
    clearTimeout(patience);
    signal.removeEventListener('abort', giveUp);
  }
}
