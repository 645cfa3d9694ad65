/** HTTP requests to a gateway with an operator's token. Errors say whether the request may have been carried out. */
import { setTimeout as delay } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { BadRequest } from '../client/errors';
import { ConfigError } from '../config/config-error';
import { exitCode } from '../domain/exit-code';
import { sentence } from '../domain/text/sentence';
import { AS_HEADER, type OperationRequest } from '../protocol/addresses';
import { failure } from '../protocol/console-api';
import { errorOf, Failed, GatewayUnreachable } from './failure';

/** Longer than any operation of a gateway takes. */
const TIMEOUT_MS = 320_000;
/** Some responses take minutes, so the gateway's health is polled at this interval, with this timeout. */
const ALIVE = { everyMs: 10_000, withinMs: 15_000 };
/** Requests that are refused with Retry-After are repeated for this long in total. */
const MOST_PATIENCE_MS = 120_000;
/** Enough for a review of tens of thousands of terms. */
const MOST_BYTES = 256 * 1024 * 1024;

export interface GatewayPlace {
  server: string;
  token: string;
  /** The setting that has the token, for error messages. */
  tokenFrom: string;
}

interface Sent extends Pick<OperationRequest, 'method' | 'path'> {
  body?: object | null;
  bytes?: Uint8Array<ArrayBuffer>;
  /** The claimed name, which the gateway compares with the token's. */
  as?: string | undefined;
}

export class GatewayRequests {
  /** Some request has changed something, so errors must no longer report that nothing was done. */
  #hasDone = false;

  constructor(
    readonly place: GatewayPlace,
    private readonly alive = ALIVE,
  ) {}

  async json(sent: Sent): Promise<unknown> {
    return this.exchange(sent, async (reply) => {
      const body = await this.#document(reply);
      if (!reply.ok) throw this.refused(reply.status, body);
      this.#hasDone ||= sent.method !== 'GET';
      return body;
    });
  }

  /** Runs `read` on the response, for as long as the gateway is alive. */
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

  /** A 429 means that nothing was done, so it is repeated after Retry-After. */
  async #fetchWithRetries(sent: Sent & { signal: AbortSignal }): Promise<Response> {
    const untilMs = performance.now() + MOST_PATIENCE_MS;
    for (;;) {
      const reply = await this.send(sent);
      const pauseMs = Number(reply.headers.get('retry-after') ?? NaN) * 1000;
      if (reply.status !== 429 || !(performance.now() + pauseMs < untilMs)) return reply;
      await reply.body?.cancel();
      await delay(pauseMs, undefined, { signal: sent.signal }).catch(() => undefined);
    }
  }

  /** Aborts when the gateway's health check does not respond. Any status counts as a response. */
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

  /** Sends one request, without retries. */
  async send({
    method,
    path,
    body = null,
    bytes,
    as,
    signal,
  }: Sent & { signal: AbortSignal }): Promise<Response> {
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
        // A redirect could send the token to another server.
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

  refused(status: number, body: unknown): Error {
    const { server, tokenFrom } = this.place;
    const own = failure.safeParse(body).data;
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
    // The gateway always sends a failure, so this is from a proxy that may have given up early.
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

/** The cause is nested in fetch's "fetch failed" error. */
function causeOf(error: unknown): { code: string; syscall: string; text: string } {
  const inner = isNativeError(error) && isNativeError(error.cause) ? error.cause : error;
  const code = isNativeError(inner) && 'code' in inner ? String(inner.code) : '';
  const text = isNativeError(inner) ? inner.message : String(inner);
  const syscall = isNativeError(inner) && 'syscall' in inner ? String(inner.syscall) : '';
  return { code, syscall, text: text === '' ? code : text };
}
