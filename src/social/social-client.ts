/**
 * Client of the social publishing service: one method per endpoint, one request per call. It sends, reads and
 * classifies failures. It never repeats a call, because only the caller knows whether that is safe; only a further page
 * of a list is retried.
 */
import { allPages, pageEnd, wholeList } from '../http/replies/all-pages';
import type { DataOf, Table } from '../http/replies/facts';
import { interpret, type Interpreted } from '../http/replies/interpret';
import { queryString } from '../http/base-url';
import { redactor, type Secret } from '../http/secret';
import type { Effect } from '../http/service-error';
import {
  ServiceTransport,
  type CallOptions,
  type Endpoint,
  type TransportOptions,
} from '../http/service-transport';
import { errorCode, replies, type Post } from './replies';
import type { PostStatus } from './vocabulary';

const API_PATH = '/api/v1';

export interface SocialClientOptions extends TransportOptions {
  accessToken: Secret;
  draftRequest?: 'text' | 'content';
  nowMs?: () => number;
}

/** The documentation names neither the query of the list nor the body of a new post: all fields are our assumption. */
interface PostsQuery {
  cursor?: string;
  limit?: number;
  status?: PostStatus;
}

interface CreateDraft {
  text: string;
  accountIds: readonly string[];
  /** ISO 8601 with a time zone, which the service requires. A post with a time is scheduled. */
  scheduledAt?: string;
}

/** The body of a new post is not documented, so it has one of two forms. */
function draftBody(draft: CreateDraft, form: 'text' | 'content' = 'text'): object {
  if (form === 'text') return draft;
  const { text, accountIds, ...rest } = draft;
  return { content: text, targets: accountIds.map((accountId) => ({ accountId })), ...rest };
}

interface PublishPost {
  /** Retries only that account; without it every account of the post. */
  accountId?: string;
}

export interface Reply<Data> {
  data: Data;
  /** The id that the service's support needs. */
  requestId: string | null;
  /** The key had been used: this is the result of the first call, and nothing was done now. */
  replayed: boolean;
}

type Read<Of> = Extract<Interpreted<Of>, { outcome: 'ok' }>;
type Name = keyof typeof replies;
type Data<Of extends Name> = DataOf<(typeof replies)[Of]>;

interface Call {
  postId?: string;
  query?: object;
  body?: object;
  idempotencyKey?: string | undefined;
}

export class SocialClient {
  readonly #transport: ServiceTransport;
  readonly #options: SocialClientOptions;
  readonly #nowMs: () => number;
  readonly #redact: (text: string) => string;

  constructor(options: SocialClientOptions) {
    this.#transport = new ServiceTransport('social', API_PATH, options);
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#redact = redactor([options.accessToken]);
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  workspace(options?: CallOptions) {
    return this.#call('GET /workspace', {}, options);
  }

  async accounts(options?: CallOptions) {
    const list = replies['GET /accounts'];
    const {
      items: accounts,
      first,
      isPart,
    } = await wholeList(this.#pages('GET /accounts', list, {}, options));
    const { groups = [], byPlatform = {}, deepLink = null } = first ?? {};
    return { data: { accounts, isPart, groups, byPlatform, deepLink } };
  }

  async listPosts(query: PostsQuery = {}, options?: CallOptions) {
    return this.#page('GET /posts', replies['GET /posts'], query, options);
  }

  async *allPosts(query: Omit<PostsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Post> {
    const list = replies['GET /posts'];
    for await (const { items } of this.#pages('GET /posts', list, query, options)) yield* items;
  }

  post(postId: string, options?: CallOptions) {
    return this.#call('GET /posts/{postId}', { postId }, options);
  }

  /** Whether the service heeds the key here is not documented: do not rely on it to make a repeat safe. */
  createDraft(draft: CreateDraft, idempotencyKey?: string, options?: CallOptions) {
    return this.#call(
      'POST /posts',
      { body: draftBody(draft, this.#options.draftRequest), idempotencyKey },
      options,
    );
  }

  /** Success means only that the work was accepted. The post shows the result on each account. */
  publishPost(postId: string, body: PublishPost, idempotencyKey: string, options?: CallOptions) {
    return this.#call('POST /posts/{postId}/publish', { postId, body, idempotencyKey }, options);
  }

  async #page<Found extends { items: { id: string }[] }>(
    name: Name,
    list: Table<Found>,
    query: object,
    options?: CallOptions,
  ) {
    const { reply, read } = await this.#ask(name, list, { query }, options);
    return { data: { ...read.data, ...pageEnd(read.inner, read.body, reply) }, ...this.#replyInfo(read) };
  }

  #pages<Found extends { items: { id: string }[] }>(
    name: Name,
    list: Table<Found>,
    query: object,
    options?: CallOptions,
  ) {
    const read = async (parameters: object) =>
      (await this.#page(name, list, { ...query, ...parameters }, options)).data;
    return allPages({ service: 'social', endpoint: name, isNumbered: false, read }, options?.signal);
  }

  async #call<Of extends Name>(name: Of, call: Call, options?: CallOptions): Promise<Reply<Data<Of>>> {
    const { read } = await this.#ask(name, replies[name] as Table<Data<Of>>, call, options);
    return { data: read.data, ...this.#replyInfo(read) };
  }

  #replyInfo({ trace, replayed }: Read<unknown>): Omit<Reply<unknown>, 'data'> {
    return { requestId: trace === null ? null : this.#redact(trace), replayed };
  }

  async #ask<Found>(name: Name, table: Table<Found>, call: Call, { signal }: CallOptions = {}) {
    const { postId = '', query, body, idempotencyKey } = call;
    const endpoint = endpointOf(name);
    const fault = faultOf(call);
    if (fault !== null) throw this.#transport.failure(endpoint, 'invalid', 'none', `not sent: ${fault}`);
    const reply = await this.#transport.send(endpoint, {
      target: endpoint.path.replace('{postId}', encodeURIComponent(postId)) + queryString(query),
      headers: {
        authorization: `Bearer ${this.#options.accessToken.reveal()}`,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? '' : JSON.stringify(body),
      signal,
    });
    const read = interpret(reply, table, errorCode);
    if (read.outcome === 'ok') return { reply, read };
    const effect = read.outcome === 'refused' ? effectOf(read.code, reply.status) : read.effect;
    const context = { redact: this.#redact, effect, nowMs: this.#nowMs() };
    throw this.#transport.failureOf(endpoint, reply, read, context);
  }
}

function endpointOf(name: Name): Endpoint {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  return { method, path, reads: method === 'GET' };
}

/** A call that would do something else than its caller meant is refused here. */
function faultOf({ postId, body, idempotencyKey }: Call): string | null {
  if (postId !== undefined && /^\.{0,2}$/.test(postId)) return `"${postId}" is not a post id`;
  if (body !== undefined && 'accountId' in body && body.accountId === '') return 'the account id is empty';
  return idempotencyKey === undefined ? null : idempotencyKeyFault(idempotencyKey);
}

/**
 * Below 500 the service refused the request as it stood, except that `replay` means that it is being done right now;
 * from 500 on it may have done a part of it, except where it reports that nothing goes out at all.
 */
function effectOf(code: number | string | null, httpStatus: number): Effect {
  if (code === 'replay') return 'unknown';
  if (code === 'external_writes_off') return 'none';
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 ? 'none' : 'unknown';
}

const MAX_KEY_LENGTH = 255;

/** Why a text cannot be an `Idempotency-Key`, or null. */
function idempotencyKeyFault(key: string): string | null {
  if (key === '') return 'the idempotency key is empty';
  if (key.length > MAX_KEY_LENGTH) return `the idempotency key is longer than ${MAX_KEY_LENGTH} characters`;
  if (!/^[\x20-\x7e]+$/.test(key)) return 'the idempotency key is not printable ASCII';
  // Receivers trim a header's value, so that two keys could become one.
  if (key !== key.trim()) return 'the idempotency key starts or ends with white space';
  return null;
}
