/**
 * Client of the social publishing service: one method per endpoint, one request per call. It sends, reads and
 * tells what a failure means; it never retries, because only the caller knows whether a repeat is safe.
 */
import { Pool, type Dispatcher } from 'undici';
import type { z } from 'zod';
import { apiUrl } from '../http/base-url';
import { exchange, ExchangeFailure, type ExchangeReply } from '../http/exchange';
import { queryString } from '../http/query-string';
import { excerpt } from '../http/reply-text';
import { retryAfterMs } from '../http/retry-after';
import { redactor, type Secret } from '../http/secret';
import { ServiceError, type Effect, type FailureKind, type ServiceErrorDetails } from '../http/service-error';
import { readEnvelope } from './envelope';
import { idempotencyKeyFault, type CreateDraft, type PostsQuery, type PublishPost } from './requests';
import * as schema from './schemas';

const API_PATH = '/api/v1';
const MAX_REPLY_BYTES = 16 * 1024 * 1024;
const CALL_TIMEOUT_MS = 30_000;

export interface SocialClientOptions {
  baseUrl: string;
  accessToken: Secret;
  /** Replaces the connection pool, for tests. */
  dispatcher?: Dispatcher;
  nowMs?: () => number;
  timeoutMs?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface Reply<Data> {
  data: Data;
  /** What the service wants to be told when something is unclear. */
  requestId: string | null;
  /** The key had been used: this is the result of the first call, and nothing was done now. */
  replayed: boolean;
}

interface Call<Schema extends z.ZodType> {
  /** Every GET is a read: it changes nothing at the service, however it fails. */
  method: 'GET' | 'POST';
  /** As documented, with `{postId}` in its place. */
  path: string;
  reply: Schema;
  postId?: string;
  query?: object;
  body?: object;
  idempotencyKey?: string | undefined;
}

export class SocialClient {
  readonly #baseUrl: URL;
  readonly #accessToken: Secret;
  readonly #dispatcher: Dispatcher;
  readonly #nowMs: () => number;
  readonly #timeoutMs: number;
  readonly #redact: (text: string) => string;

  constructor(options: SocialClientOptions) {
    this.#baseUrl = apiUrl(options.baseUrl, API_PATH);
    this.#accessToken = options.accessToken;
    this.#dispatcher = options.dispatcher ?? new Pool(this.#baseUrl.origin, { connections: 64 });
    this.#nowMs = options.nowMs ?? Date.now;
    this.#timeoutMs = options.timeoutMs ?? CALL_TIMEOUT_MS;
    this.#redact = redactor([options.accessToken]);
  }

  async close(): Promise<void> {
    await this.#dispatcher.close();
  }

  workspace(options?: CallOptions) {
    return this.#call({ method: 'GET', path: '/workspace', reply: schema.workspaceReply }, options);
  }

  accounts(options?: CallOptions) {
    return this.#call({ method: 'GET', path: '/accounts', reply: schema.accountsReply }, options);
  }

  /** One page. */
  listPosts(query: PostsQuery = {}, options?: CallOptions) {
    return this.#call({ method: 'GET', path: '/posts', reply: schema.postPageReply, query }, options);
  }

  /** Every post of every page. A cursor that comes back ends it: the service would go round for ever. */
  async *allPosts(
    query: Omit<PostsQuery, 'cursor'> = {},
    options?: CallOptions,
  ): AsyncGenerator<schema.Post> {
    const seen = new Set<string>();
    let page: PostsQuery = query;
    for (;;) {
      const { posts, nextCursor } = (await this.listPosts(page, options)).data;
      yield* posts;
      if (nextCursor === null || seen.has(nextCursor)) return;
      seen.add(nextCursor);
      page = { ...query, cursor: nextCursor };
    }
  }

  /** The post with what became of it on each account. */
  post(postId: string, options?: CallOptions) {
    return this.#call({ method: 'GET', path: '/posts/{postId}', reply: schema.postReply, postId }, options);
  }

  /** Whether the service heeds the key here is not documented: do not rely on it to make a repeat safe. */
  createDraft(body: CreateDraft, idempotencyKey?: string, options?: CallOptions) {
    return this.#call(
      { method: 'POST', path: '/posts', reply: schema.createdPostReply, body, idempotencyKey },
      options,
    );
  }

  /** Success means only that the work was accepted; the post tells how it goes on each account. */
  publishPost(postId: string, body: PublishPost, idempotencyKey: string, options?: CallOptions) {
    return this.#call(
      {
        method: 'POST',
        path: '/posts/{postId}/publish',
        reply: schema.acceptedPublishReply,
        postId,
        body,
        idempotencyKey,
      },
      options,
    );
  }

  async #call<Schema extends z.ZodType>(
    call: Call<Schema>,
    options: CallOptions = {},
  ): Promise<Reply<z.output<Schema>>> {
    const fault = faultOf(call);
    if (fault !== null) throw this.#failure(call, 'invalid', 'none', `not sent: ${fault}`);
    return this.#read(call, await this.#send(call, options));
  }

  async #send(call: Call<z.ZodType>, options: CallOptions): Promise<ExchangeReply> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#accessToken.reveal()}`,
      accept: 'application/json',
    };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
    const path = call.path.replace('{postId}', encodeURIComponent(call.postId ?? ''));
    try {
      return await exchange(this.#dispatcher, {
        origin: this.#baseUrl.origin,
        method: call.method,
        path: this.#baseUrl.pathname + path + queryString(call.query),
        headers,
        body: call.body === undefined ? '' : JSON.stringify(call.body),
        timeoutMs: this.#timeoutMs,
        maxReplyBytes: MAX_REPLY_BYTES,
        signal: options.signal,
      });
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      throw this.#failure(call, error.kind, error.sent ? 'unknown' : 'none', error.message, {}, error);
    }
  }

  #read<Schema extends z.ZodType>(call: Call<Schema>, reply: ExchangeReply): Reply<z.output<Schema>> {
    const envelope = readEnvelope(reply);
    const requestId = envelope.requestId === null ? null : this.#redact(envelope.requestId);
    const details = { httpStatus: reply.status, traceId: requestId };
    if (envelope.outcome === 'unreadable') {
      throw this.#failure(call, 'unreadable', 'unknown', envelope.message, details);
    }
    if (envelope.outcome === 'refused') {
      const { code, params, message } = envelope;
      const waitMs = retryAfterMs(reply, this.#nowMs()) ?? secondsToMs(params.retryAfterSec);
      throw this.#failure(call, 'refused', effectOf(code, reply.status), message, {
        ...details,
        code,
        params: this.#redactAll(params),
        retryAfterMs: waitMs,
      });
    }
    const { data, meta } = envelope;
    const parsed = call.reply.safeParse({ data, meta });
    if (parsed.success) return { data: parsed.data, requestId, replayed: meta.replayed === true };
    const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'data').join(', ');
    throw this.#failure(call, 'unreadable', 'done', `the reply lacks what is documented: ${where}`, details);
  }

  #redactAll(params: Record<string, unknown>): Record<string, unknown> {
    return JSON.parse(JSON.stringify(params), (_key, value: unknown) =>
      typeof value === 'string' ? this.#redact(value) : value,
    ) as Record<string, unknown>;
  }

  #failure(
    call: Call<z.ZodType>,
    kind: FailureKind,
    effect: Effect,
    message: string,
    details: Partial<ServiceErrorDetails> = {},
    cause?: unknown,
  ): ServiceError {
    const endpoint = `${call.method} ${call.path}`;
    return new ServiceError(
      `social service, ${endpoint}: ${excerpt(this.#redact(message))}`,
      { ...details, service: 'social', endpoint, kind, effect: call.method === 'GET' ? 'none' : effect },
      { cause },
    );
  }
}

/** A call that would do something else than its caller meant is refused here. */
function faultOf({ postId, body, idempotencyKey }: Call<z.ZodType>): string | null {
  if (postId !== undefined && /^\.{0,2}$/.test(postId)) return `"${postId}" is not a post id`;
  if (body !== undefined && 'accountId' in body && body.accountId === '') return 'the account id is empty';
  return idempotencyKey === undefined ? null : idempotencyKeyFault(idempotencyKey);
}

/**
 * Below 500 the service refused the request as it stood, except that `replay` says it is being done right now;
 * from 500 on it may have got part of the way, except where it says that nothing goes out at all.
 */
function effectOf(code: string | null, httpStatus: number): Effect {
  if (code === 'replay') return 'unknown';
  if (code === 'external_writes_off') return 'none';
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 ? 'none' : 'unknown';
}

function secondsToMs(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds)
    ? Math.ceil(seconds * 1000)
    : null;
}
