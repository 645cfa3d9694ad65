/**
 * Client of the social publishing service: one method per endpoint, one request per call. It sends, reads and
 * tells what a failure means; it never repeats a call, because only the caller knows whether that is safe. Of a list,
 * a further page is asked for again.
 */
import type * as z from 'zod';
import type { ExchangeReply } from '../http/exchange';
import { insist } from '../http/insist';
import { queryString } from '../http/query-string';
import { toldLimitOf } from '../http/told-limit';
import { retryAfterMs } from '../http/retry-after';
import { redactor, type Secret } from '../http/secret';
import type { Effect } from '../http/service-error';
import {
  ServiceTransport,
  type CallOptions,
  type Endpoint,
  type TransportOptions,
} from '../http/service-transport';
import { readBare } from '../http/read-bare';
import { replyShape } from '../http/reply-shape';
import { readEnvelope } from './envelope';
import {
  draftBody,
  idempotencyKeyFault,
  type CreateDraft,
  type PostsQuery,
  type PublishPost,
} from './requests';
import * as schema from './schemas';

const API_PATH = '/api/v1';
/** More than anyone looks through; a service that always names a next page must not keep us for ever. */
const MOST_PAGES = 2000;

export interface SocialClientOptions extends TransportOptions {
  accessToken: Secret;
  draftRequest?: 'text' | 'content';
  nowMs?: () => number;
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
  readonly #transport: ServiceTransport;
  readonly #accessToken: Secret;
  readonly #draftRequest: 'text' | 'content';
  readonly #nowMs: () => number;
  readonly #redact: (text: string) => string;

  constructor(options: SocialClientOptions) {
    this.#transport = new ServiceTransport('social', API_PATH, options);
    this.#accessToken = options.accessToken;
    this.#draftRequest = options.draftRequest ?? 'text';
    this.#nowMs = options.nowMs ?? Date.now;
    this.#redact = redactor([options.accessToken]);
  }

  async close(): Promise<void> {
    await this.#transport.close();
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
    const read = (): Promise<Reply<schema.PostPage>> => this.listPosts(page, options);
    while (seen.size < MOST_PAGES) {
      const { posts, nextCursor } = (await (seen.size === 0 ? read() : insist(read, options?.signal))).data;
      yield* posts;
      if (nextCursor === null || seen.has(nextCursor)) return;
      seen.add(nextCursor);
      page = { ...query, cursor: nextCursor };
    }
    throw this.#transport.failure(
      { method: 'GET', path: '/posts', reads: true },
      'unreadable',
      'none',
      `the list of posts has not ended after ${MOST_PAGES} pages`,
    );
  }

  /** The post with what became of it on each account. */
  post(postId: string, options?: CallOptions) {
    return this.#call({ method: 'GET', path: '/posts/{postId}', reply: schema.postReply, postId }, options);
  }

  /** Whether the service heeds the key here is not documented: do not rely on it to make a repeat safe. */
  createDraft(draft: CreateDraft, idempotencyKey?: string, options?: CallOptions) {
    const body = draftBody(draft, this.#draftRequest);
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
    if (fault !== null)
      throw this.#transport.failure(endpointOf(call), 'invalid', 'none', `not sent: ${fault}`);
    return this.#read(call, await this.#send(call, options));
  }

  #send(call: Call<z.ZodType>, { signal }: CallOptions): Promise<ExchangeReply> {
    const { path, postId = '', query, body, idempotencyKey } = call;
    return this.#transport.send(endpointOf(call), {
      target: path.replace('{postId}', encodeURIComponent(postId)) + queryString(query),
      headers: {
        authorization: `Bearer ${this.#accessToken.reveal()}`,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? '' : JSON.stringify(body),
      signal,
    });
  }

  #read<Schema extends z.ZodType>(call: Call<Schema>, reply: ExchangeReply): Reply<z.output<Schema>> {
    const envelope = readEnvelope(reply);
    const requestId = envelope.requestId === null ? null : this.#redact(envelope.requestId);
    const details = { httpStatus: reply.status, traceId: requestId };
    if (envelope.outcome === 'unreadable') {
      const bare = readBare(call.reply, { data: envelope.body, meta: {} });
      if (bare !== null) return { data: bare.data, requestId, replayed: false };
      throw this.#transport.failure(
        endpointOf(call),
        'unreadable',
        'unknown',
        this.#redact(envelope.message),
        { ...details, shape: this.#redactedShape(envelope.body) },
      );
    }
    if (envelope.outcome === 'refused') {
      const { code, params, message } = envelope;
      const waitMs = retryAfterMs(reply, this.#nowMs()) ?? secondsToMs(params.retryAfterSec);
      throw this.#transport.failure(
        endpointOf(call),
        'refused',
        effectOf(code, reply.status),
        this.#redact(message),
        {
          ...details,
          code,
          params: this.#redactAll(params),
          retryAfterMs: waitMs,
          rateLimit: toldLimitOf(reply, params),
        },
      );
    }
    const { data, meta } = envelope;
    const parsed = call.reply.safeParse({ data, meta });
    if (parsed.success) return { data: parsed.data, requestId, replayed: meta.replayed === true };
    const where = this.#redact(parsed.error.issues.map((issue) => issue.path.join('.') || 'data').join(', '));
    throw this.#transport.failure(
      endpointOf(call),
      'unreadable',
      'done',
      `the reply is not as documented at ${where}`,
      { ...details, shape: this.#redactedShape(data) },
    );
  }

  #redactedShape(body: unknown): string | null {
    const shape = replyShape(body);
    return shape === null ? null : this.#redact(shape);
  }

  #redactAll(params: Record<string, unknown>): Record<string, unknown> {
    return JSON.parse(JSON.stringify(params), (_key, value: unknown) =>
      typeof value === 'string' ? this.#redact(value) : value,
    ) as Record<string, unknown>;
  }
}

/** Every GET is a read. */
function endpointOf({ method, path }: Call<z.ZodType>): Endpoint {
  return { method, path, reads: method === 'GET' };
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
