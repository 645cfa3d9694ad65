/** Requests to a gateway, with an operator's token. What goes wrong on the way says what is known of it. */
import { setTimeout as delay } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { BadRequest } from '../client/errors';
import { ConfigError } from '../config/config-error';
import { exitCode } from '../domain/exit-code';
import { sentence } from '../domain/text/sentence';
import { AS_HEADER, type OperationRequest } from '../protocol/addresses';
import { failure } from '../protocol/console-api';
import { errorOf, Failed, GatewayUnreachable } from './failure';

/** Longer than a gateway takes for anything. */
const TIMEOUT_MS = 320_000;
/** Some answers take minutes. A gateway that lives says so meanwhile, and whoever waits asks so often, and waits so long for that. */
const ALIVE = { everyMs: 10_000, withinMs: 15_000 };
/** A gateway that says when to come again is asked again, for so long in all. */
const MOST_PATIENCE_MS = 120_000;
/** A review of tens of thousands of terms. */
const MOST_BYTES = 256 * 1024 * 1024;

export interface GatewayPlace {
  server: string;
  token: string;
  /** What to change where the token is wrong, such as a variable. */
  tokenFrom: string;
}

interface Sent extends Pick<OperationRequest, 'method' | 'path'> {
  body?: object | null;
  bytes?: Uint8Array<ArrayBuffer>;
  /** Who somebody says they are: the gateway knows by the token. */
  as?: string | undefined;
}

interface Cut {
  /** Ends it. */
  signal: AbortSignal;
}

export class GatewayRequests {
  /** Whether something that was asked for was done: then it is not true any more that nothing was. */
  #hasDone = false;

  constructor(
    readonly place: GatewayPlace,
    private readonly alive = ALIVE,
  ) {}

  /** The document that it answers; throws what it refuses. */
  async json(sent: Sent): Promise<unknown> {
    return this.exchange(sent, async (reply) => {
      const answer = await this.#document(reply);
      if (!reply.ok) throw this.refused(reply.status, answer);
      this.#hasDone ||= sent.method !== 'GET';
      return answer;
    });
  }

  /** Whatever it answers, read for as long as the gateway shows that it lives. */
  async exchange<Result>(sent: Sent, read: (reply: Response) => Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const silent = this.#whenSilent(over.signal);
    const signal = AbortSignal.any([silent, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      return await read(await this.#fetchWithRetries({ ...sent, signal }));
    } finally {
      over.abort();
    }
  }

  /** What it refuses only for now was not done, and is asked for again when it says. */
  async #fetchWithRetries(sent: Sent & Cut): Promise<Response> {
    const untilMs = performance.now() + MOST_PATIENCE_MS;
    for (;;) {
      const reply = await this.send(sent);
      const pauseMs = Number(reply.headers.get('retry-after') ?? NaN) * 1000;
      if (reply.status !== 429 || !(performance.now() + pauseMs < untilMs)) return reply;
      await reply.body?.cancel();
      await delay(pauseMs, undefined, { signal: sent.signal }).catch(() => undefined);
    }
  }

  /** Aborted where the gateway does not even say that it lives. Any answer will do. */
  #whenSilent(over: AbortSignal): AbortSignal {
    const silent = new AbortController();
    const watch = async (): Promise<void> => {
      const { everyMs, withinMs } = this.alive;
      while (!over.aborted) {
        await delay(everyMs, undefined, { signal: over, ref: false });
        const signal = AbortSignal.any([over, AbortSignal.timeout(withinMs)]);
        const reply = await fetch(`${this.place.server}/healthz`, { redirect: 'manual', signal });
        await reply.body?.cancel();
      }
    };
    watch().catch(() => {
      if (!over.aborted) silent.abort(new Error('it has been silent for too long'));
    });
    return silent.signal;
  }

  /** Whatever it answers at once. */
  async send({ method, path, body = null, bytes, as, signal }: Sent & Cut): Promise<Response> {
    const { server, token } = this.place;
    let reply: Response;
    try {
      reply = await fetch(`${server}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(as !== undefined && { [AS_HEADER]: encodeURIComponent(as) }),
          ...(body !== null && { 'content-type': 'application/json' }),
          ...(bytes !== undefined && { 'content-type': 'application/octet-stream' }),
        },
        body: bytes ?? (body && JSON.stringify(body)),
        // Elsewhere nobody should get the token.
        redirect: 'manual',
        signal,
      });
    } catch (error) {
      throw this.#silence(error);
    }
    if (reply.status < 300 || reply.status > 399) return reply;
    throw new ConfigError(
      `${server} sends requests on to another address. Nothing was done. Set the address that it sends them to.`,
    );
  }

  refused(status: number, answer: unknown): Error {
    const { server, tokenFrom } = this.place;
    const own = failure.safeParse(answer).data;
    if (status === 401)
      return new ConfigError(
        `${tokenFrom}: the gateway at ${server} does not know this token. Nothing was done. Set the token that you sign in to the console with.`,
      );
    if (own === undefined ? status === 404 : own.code === 'no_such_address' || status === 405)
      return new ConfigError(
        `The gateway at ${server} does not know this command. Nothing was done. Check the address, and update the gateway if it is older than this command.`,
      );
    if (own !== undefined && status === 403)
      return new BadRequest(`${sentence(own.message)} Nothing was done.`);
    if (status === 429)
      return new GatewayUnreachable(
        `The gateway at ${server} cannot do it now: ${sentence(own?.message ?? 'it is asked too much')} Nothing is lost. Try again soon.`,
      );
    if (own !== undefined) return errorOf(own, status);
    // A gateway says why. What stands before one may have given up while it went on.
    if (status >= 502 && status <= 504)
      return new GatewayUnreachable(
        `A proxy in front of the gateway at ${server} answered with status ${status}. It is not known whether this was done. Check before you try again.`,
      );
    if (status < 500)
      return new BadRequest(`The gateway at ${server} refuses it: It answers with status ${status}.`);
    const message = `The gateway at ${server} failed unexpectedly: It answers with status ${status}. Please report it with what its log says.`;
    return new Failed({ code: 'unexpected', message, exitCode: exitCode.unexpected }, status);
  }

  async #document(reply: Response): Promise<unknown> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
        bytes += chunk.byteLength;
        if (bytes > MOST_BYTES) break;
        chunks.push(chunk);
      }
    } catch (error) {
      throw this.#silence(error);
    }
    try {
      return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
    } catch {
      if (!reply.ok) return null;
      throw new ConfigError(
        `The server at ${this.place.server} is not a locrelease gateway. It is not known whether anything was done. Check the address.`,
      );
    }
  }

  #silence(error: unknown): Error {
    const { server } = this.place;
    const why = causeOf(error);
    const isUnsent =
      (NEVER_SENT.test(why.code) && !/^(read|write)$/.test(why.syscall)) || why.text === 'bad port';
    if (isUnsent && this.#hasDone)
      return new GatewayUnreachable(
        `The gateway at ${server} can no longer be reached: ${sentence(why.text)} What this command started continues. Check before you run it again.`,
        { cause: error },
      );
    return new GatewayUnreachable(
      isUnsent
        ? `Cannot connect to the gateway at ${server}: ${sentence(why.text)} Nothing was done. Check the address and the network, and run the command again.`
        : `The gateway at ${server} no longer answers: ${sentence(why.text)} It is not known whether this was done. Check before you try again.`,
      { cause: error },
    );
  }
}

const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|.*CERT.*|ERR_TLS.*|ERR_SSL_(WRONG_VERSION|UNSUPPORTED|.*HANDSHAKE).*|ERR_INVALID_URL)/;

/** The reason lies behind "fetch failed". */
function causeOf(error: unknown): { code: string; syscall: string; text: string } {
  const inner = isNativeError(error) && isNativeError(error.cause) ? error.cause : error;
  const code = isNativeError(inner) && 'code' in inner ? String(inner.code) : '';
  const text = isNativeError(inner) ? inner.message : String(inner);
  const syscall = isNativeError(inner) && 'syscall' in inner ? String(inner.syscall) : '';
  return { code, syscall, text: text === '' ? code : text };
}
