/** What the clients of both services share: one address, one pool of connections, one way to fail. */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';
import { oneLine } from '../domain/text/visible-text';
import { apiUrl } from './base-url';
import { exchange, ExchangeFailure, type ExchangeReply } from './exchange';
import { type RatePermit, reportedLimitOf, retryAfterMs } from './rate-limit';
import type { Interpreted } from './replies/interpret';
import { shapeOf } from './replies/reply-text';
import {
  ServiceError,
  type Effect,
  type FailureKind,
  type ServiceErrorDetails,
  type ServiceName,
} from './service-error';

const MAX_REPLY_BYTES = 16 * 1024 * 1024;
const CALL_TIMEOUT_MS = 30_000;
const CONNECTIONS = 64;
const MOST_MESSAGE_CHARS = 200;
const MOST_REDIRECTS = 3;
/** A service may request a pause of years, but the longest that it can mean is a daily cap. */
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;
const titles: Record<ServiceName, string> = {
  localization: 'Localization service',
  social: 'Social service',
};
/** Names the setting of each service's address in messages. */
const settings: Record<ServiceName, string> = {
  localization: 'LOCALIZATION_BASE_URL (or baseUrl of the project)',
  social: 'SOCIAL_BASE_URL',
};

export interface TransportOptions {
  baseUrl: string;
  /** Replaces the connection pool, for tests. */
  dispatcher?: Dispatcher;
  /** Overrides the timeout of every endpoint. */
  timeoutMs?: number;
  /** Reserves the time at which a request may be sent. */
  takePermit?: (endpoint: Endpoint) => Promise<RatePermit>;
  /** Called with every whole exchange as it was, before the reply is interpreted. It must not throw. */
  onExchange?: (exchange: ObservedExchange) => void;
  /** Wraps every exchange, for traces. */
  aroundCall?: AroundCall;
}

interface NamedCall {
  service: ServiceName;
  method: string;
  host: string;
  /** The documented path, with its placeholders. */
  path: string;
}

export type AroundCall = (call: NamedCall, send: () => Promise<ExchangeReply>) => Promise<ExchangeReply>;

/** A request and its raw reply, without the headers of the request, which have the credentials. */
export interface ObservedExchange {
  service: ServiceName;
  endpoint: string;
  /** The path and query that were sent. */
  target: string;
  requestBody: string;
  status: number;
  headers: ExchangeReply['headers'];
  text: string;
  ms: number;
}

export interface CallOptions {
  signal?: AbortSignal;
}

interface FailureContext {
  /** Redacts everything that the service sent, because it may echo our request. */
  redact: (text: string) => string;
  effect: Effect;
  /** A prefix to the service's message. */
  note?: string;
  nowMs: number;
}

/** An endpoint as documented, which failures name. */
export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  /** A read changes nothing at the service, however it fails. */
  reads: boolean;
  timeoutMs?: number;
}

export class ServiceTransport {
  readonly #service: ServiceName;
  readonly #baseUrl: URL;
  readonly #dispatcher: Dispatcher;
  readonly #options: TransportOptions;

  constructor(service: ServiceName, apiPath: string, options: TransportOptions) {
    this.#service = service;
    this.#baseUrl = apiUrl(options.baseUrl, apiPath);
    this.#dispatcher = options.dispatcher ?? new Pool(this.#baseUrl.origin, { connections: CONNECTIONS });
    this.#options = options;
  }

  async close(): Promise<void> {
    await this.#dispatcher.close();
  }

  /** `target`: the path and query to send, below the API's own path. */
  async send(
    endpoint: Endpoint,
    request: {
      target: string;
      headers: Record<string, string>;
      body: string | Buffer;
      signal?: AbortSignal | undefined;
    },
  ): Promise<ExchangeReply> {
    const { target, headers, body, signal } = request;
    await this.#awaitPermit(endpoint, signal);
    const startedMs = performance.now();
    const { method, path } = endpoint;
    const { timeoutMs, onExchange, aroundCall = (_call, send) => send() } = this.#options;
    const call = { service: this.#service, method, host: this.#baseUrl.hostname, path };
    const send = (path: string): Promise<ExchangeReply> =>
      aroundCall(call, () =>
        exchange(this.#dispatcher, {
          origin: this.#baseUrl.origin,
          method,
          path,
          headers: {
            ...headers,
            accept: 'application/json',
            ...(body === '' ? {} : { 'content-type': 'application/json' }),
          },
          body,
          timeoutMs: timeoutMs ?? endpoint.timeoutMs ?? CALL_TIMEOUT_MS,
          maxReplyBytes: MAX_REPLY_BYTES,
          signal,
        }),
      );
    try {
      let at = this.#baseUrl.pathname + target;
      let reply = await send(at);
      for (let hops = 0; isRedirect(reply); hops += 1) {
        if (hops === MOST_REDIRECTS) throw this.#lostWay(endpoint, reply, 'once too often');
        at = this.#redirected(endpoint, at, reply);
        reply = await send(at);
      }
      onExchange?.({
        service: this.#service,
        endpoint: `${method} ${path}`,
        target,
        requestBody: body.toString(),
        ...reply,
        ms: Math.round(performance.now() - startedMs),
      });
      return reply;
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      throw this.failure(endpoint, error.kind, error.sent ? 'unknown' : 'none', error.message, {}, error);
    }
  }

  /** The path to which a redirect leads. Another origin gets nothing from us: the request carries the credentials. */
  #redirected(endpoint: Endpoint, from: string, reply: ExchangeReply): string {
    const { origin } = this.#baseUrl;
    const location = String(reply.headers.location);
    if (!URL.canParse(location, origin + from)) throw this.#lostWay(endpoint, reply, 'to no address');
    const to = new URL(location, origin + from);
    if (to.origin !== origin)
      throw this.#lostWay(endpoint, reply, `to ${to.origin === 'null' ? to.protocol : to.origin}`);
    if (endpoint.method !== 'GET' && !keepsMethod(reply))
      throw this.#lostWay(endpoint, reply, 'in a way that only reads may follow');
    return to.pathname + to.search;
  }

  #lostWay(endpoint: Endpoint, reply: ExchangeReply, where: string): ServiceError {
    const setting = settings[this.#service];
    const message = `a redirect was not followed. If the service has moved, correct ${setting}. HTTP ${reply.status} leads ${where}`;
    const effect = keepsMethod(reply) ? 'none' : 'unknown';
    return this.failure(endpoint, 'refused', effect, message, { httpStatus: reply.status });
  }

  async #awaitPermit(endpoint: Endpoint, signal: AbortSignal | undefined): Promise<void> {
    const permit = await this.#options.takePermit?.(endpoint);
    if (permit === undefined) return;
    if ('heldMs' in permit) {
      const message = 'not sent yet, because the limit of the configuration file is reached.';
      throw this.failure(endpoint, 'held', 'none', message, { retryAfterMs: Math.ceil(permit.heldMs) });
    }
    // If the caller aborts meanwhile, the exchange fails at once.
    if (permit.waitMs > 0) await delay(permit.waitMs, undefined, signal && { signal }).catch(() => undefined);
  }

  /** The error for a whole reply that is a refusal or unreadable. */
  failureOf(
    endpoint: Endpoint,
    reply: ExchangeReply,
    read: Exclude<Interpreted<unknown>, { outcome: 'ok' }>,
    { redact, effect, note = '', nowMs }: FailureContext,
  ): ServiceError {
    const details = { httpStatus: reply.status, traceId: read.trace && redact(read.trace) };
    if (read.outcome === 'unreadable') {
      const shape = read.body === undefined ? null : redact(shapeOf(read.body));
      return this.failure(endpoint, 'unreadable', effect, redact(read.message), { ...details, shape });
    }
    const { code, serviceMessage, params } = read;
    const cleaned = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value) : value,
    ]);
    return this.failure(endpoint, 'refused', effect, redact(note + read.message), {
      ...details,
      code,
      serviceMessage: note === '' && serviceMessage !== null ? redact(serviceMessage) : null,
      params: Object.fromEntries(cleaned) as Record<string, unknown>,
      retryAfterMs: retryAfterMs(reply, nowMs) ?? secondsToMs(params.retryAfterSec),
      rateLimit: reportedLimitOf(reply, params),
    });
  }

  /** The message must be free of secrets: it is only cut to a readable length here. */
  failure(
    { method, path, reads }: Endpoint,
    kind: FailureKind,
    effect: Effect,
    message: string,
    details: Partial<ServiceErrorDetails> = {},
    cause?: unknown,
  ): ServiceError {
    const endpoint = `${method} ${path}`;
    const reportedMs = details.retryAfterMs ?? 0;
    const reason = oneLine(message, MOST_MESSAGE_CHARS);
    return new ServiceError(
      `${titles[this.#service]}, ${endpoint}: ${reason}`,
      {
        ...details,
        reason,
        serviceMessage: details.serviceMessage ? oneLine(details.serviceMessage, MOST_MESSAGE_CHARS) : null,
        // Temporal takes a retry delay of zero as no more retries.
        retryAfterMs: reportedMs > 0 ? Math.min(reportedMs, LONGEST_PAUSE_MS) : null,
        service: this.#service,
        endpoint,
        kind,
        effect: reads ? 'none' : effect,
      },
      { cause },
    );
  }
}

/** Whether the redirect only moves the same request, so that the service has done nothing yet. */
function keepsMethod({ status }: ExchangeReply): boolean {
  return status === 307 || status === 308;
}

function isRedirect({ status, headers }: ExchangeReply): boolean {
  return status >= 300 && status < 400 && headers.location !== undefined;
}

function secondsToMs(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds)
    ? Math.ceil(seconds * 1000)
    : null;
}
