/**
 * One HTTP exchange, whole or failed: a deadline over all of it and a bound on the reply's size, so that a
 * reply that never ends cannot hold a caller. It uses undici's dispatch directly, because only that tells
 * whether the request ever left: the difference between "not done" and "unknown".
 */
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Transform } from 'node:stream';
import { Agent, errors, type Dispatcher } from 'undici';
import { userAgent } from '../package';
import type { FailureKind } from './service-error';

export interface ExchangeRequest {
  origin: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
  timeoutMs: number;
  maxReplyBytes: number;
  signal?: AbortSignal | undefined;
}

interface RawReply {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes: Buffer;
}

export interface ExchangeReply extends Omit<RawReply, 'bytes'> {
  text: string;
}

/** No usable reply came back. `sent` is false only where the request surely never reached the service. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';

  constructor(
    message: string,
    readonly kind: Exclude<FailureKind, 'invalid' | 'held' | 'refused'>,
    readonly sent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export async function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<ExchangeReply> {
  const { bytes, ...reply } = await rawExchange(dispatcher, request);
  // TextDecoder also strips a byte order mark.
  const text = new TextDecoder().decode(await unpacked(bytes, reply.headers, request.maxReplyBytes));
  return { ...reply, text };
}

const GET_TIMEOUT_MS = 5_000;
const MAX_GET_BYTES = 1024 * 1024;

/** One GET without credentials, on a connection of its own; any status is a reply. */
export async function getOnce(url: URL): Promise<ExchangeReply> {
  const agent = new Agent();
  try {
    return await exchange(agent, {
      origin: url.origin,
      method: 'GET',
      path: url.pathname + url.search,
      headers: { accept: 'application/json' },
      body: '',
      timeoutMs: GET_TIMEOUT_MS,
      maxReplyBytes: MAX_GET_BYTES,
    });
  } finally {
    await agent.destroy();
  }
}

function rawExchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<RawReply> {
  const { origin, method, path, body, timeoutMs, maxReplyBytes, signal } = request;
  return new Promise((resolve, reject) => {
    let isSettled = false;
    // null: the request has not left yet.
    let controller: Dispatcher.DispatchController | null = null;
    let [status, size] = [0, 0];
    let headers: RawReply['headers'] = {};
    const chunks: Buffer[] = [];

    const settle = (): void => {
      isSettled = true;
      clearTimeout(deadline);
      signal?.removeEventListener('abort', cancel);
    };
    const fail = (message: string, kind: ExchangeFailure['kind'], cause?: Error): void => {
      if (isSettled) return;
      settle();
      const sent = controller !== null;
      controller?.abort(cause ?? new Error(message));
      // The parser's error carries what it could not parse, which may repeat our own headers.
      const safeCause = cause instanceof errors.HTTPParserError ? undefined : cause;
      reject(new ExchangeFailure(message, kind, sent, { cause: safeCause }));
    };
    const cancel = (): void => fail('cancelled before the reply arrived', 'interrupted');
    // The deadline covers connecting, headers and body together, in place of undici's own.
    const deadline = setTimeout(() => fail(`no complete reply within ${timeoutMs} ms`, 'timeout'), timeoutMs);
    if (signal?.aborted) {
      cancel();
      return;
    }
    signal?.addEventListener('abort', cancel, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (isSettled) started.abort(new Error('settled before it was sent'));
        else controller = started;
      },
      onResponseStart(_controller, receivedStatus, receivedHeaders) {
        status = receivedStatus;
        headers = receivedHeaders;
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        chunks.push(chunk);
        if (size > maxReplyBytes) fail(tooLarge(maxReplyBytes), 'unreadable');
      },
      onResponseEnd() {
        if (isSettled) return;
        settle();
        resolve({ status, headers, bytes: Buffer.concat(chunks) });
      },
      onResponseError(_controller, error) {
        if (controller === null) fail(`cannot connect (${reasonOf(error)})`, 'unreachable', error);
        else fail(`the connection was lost (${reasonOf(error)})`, 'interrupted', error);
      },
    };
    dispatcher.dispatch(
      {
        origin,
        method,
        path,
        headers: { 'user-agent': userAgent, ...request.headers },
        body: body === '' ? null : body,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      handler,
    );
  });
}

/** Some servers compress although no request allows it. The bound covers the unpacked size too. */
async function unpacked(
  bytes: Buffer,
  headers: RawReply['headers'],
  maxReplyBytes: number,
): Promise<Uint8Array> {
  const decoder = decoderOf(String(headers['content-encoding'] ?? ''), bytes);
  if (decoder === null || bytes.length === 0) return bytes;
  const chunks: Buffer[] = [];
  let size = 0;
  decoder.end(bytes);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxReplyBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw new ExchangeFailure('the reply is compressed, and cannot be unpacked', 'unreadable', true);
  }
  if (size > maxReplyBytes) throw new ExchangeFailure(tooLarge(maxReplyBytes), 'unreadable', true);
  return Buffer.concat(chunks);
}

function tooLarge(maxReplyBytes: number): string {
  return `the reply is larger than ${maxReplyBytes} bytes`;
}

function reasonOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  // A host with several addresses fails with one error per address.
  const first: unknown = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : null;
  return first instanceof Error ? reasonOf(first) : error.name;
}

/**
 * The stream that unpacks a body with these first bytes, or null where it is not packed. Gzip is recognised by its
 * bytes, because not every server declares it.
 */
export function decoderOf(encoding: string, first: Uint8Array): Transform | null {
  if (first[0] === 0x1f && first[1] === 0x8b) return createGunzip();
  const name = encoding.trim().toLowerCase();
  if (name === 'br') return createBrotliDecompress();
  if (name !== 'deflate') return null;
  // Some servers send raw deflate data, without the zlib header that the name stands for.
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
