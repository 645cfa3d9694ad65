/**
 * One HTTP exchange, whole or failed: a deadline over all of it and a bound on the reply's size, so that a
 * reply that never ends cannot hold a caller. It uses undici's dispatch directly, because only that tells
 * whether the request ever left: the difference between "not done" and "unknown".
 */
import { Agent, errors, type Dispatcher } from 'undici';
import { userAgent } from '../package';
import { decoderOf } from './content-encoding';
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
  return new Promise((resolve, reject) => {
    const running = new RunningExchange(request, resolve, reject);
    if (running.settled) return;
    const { origin, method, path, body } = request;
    const headers = { 'user-agent': userAgent, ...request.headers };
    // Our own deadline covers connecting, headers and body together.
    const options = { headersTimeout: 0, bodyTimeout: 0, body: body === '' ? null : body };
    dispatcher.dispatch({ origin, method, path, headers, ...options }, running);
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

class RunningExchange implements Dispatcher.DispatchHandler {
  settled = false;
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: RawReply['headers'] = {};
  #chunks: Buffer[] = [];
  #size = 0;
  #deadline: NodeJS.Timeout | null = null;

  constructor(
    private readonly request: ExchangeRequest,
    private readonly resolve: (reply: RawReply) => void,
    private readonly reject: (failure: ExchangeFailure) => void,
  ) {
    const { signal, timeoutMs } = request;
    if (signal?.aborted) {
      this.#onCancel();
      return;
    }
    this.#deadline = setTimeout(
      () => this.#fail(`no complete reply within ${timeoutMs} ms`, 'timeout'),
      timeoutMs,
    );
    signal?.addEventListener('abort', this.#onCancel, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.settled) {
      controller.abort(new Error('settled before it was sent'));
      return;
    }
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: RawReply['headers'],
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    const { maxReplyBytes } = this.request;
    if (this.#size > maxReplyBytes) this.#fail(tooLarge(maxReplyBytes), 'unreadable');
  }

  onResponseEnd(): void {
    if (this.settled) return;
    this.#settle();
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.resolve({ status: this.#status, headers: this.#headers, bytes });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#controller === null) this.#fail(`cannot connect (${reasonOf(error)})`, 'unreachable', error);
    else this.#fail(`the connection was lost (${reasonOf(error)})`, 'interrupted', error);
  }

  #onCancel = (): void => {
    this.#fail('cancelled before the reply arrived', 'interrupted');
  };

  #fail(message: string, kind: ExchangeFailure['kind'], cause?: Error): void {
    if (this.settled) return;
    this.#settle();
    const sent = this.#controller !== null;
    this.#controller?.abort(cause ?? new Error(message));
    // The parser's error carries what it could not parse, which may repeat our own headers.
    const tellable = cause instanceof errors.HTTPParserError ? undefined : cause;
    this.reject(new ExchangeFailure(message, kind, sent, { cause: tellable }));
  }

  #settle(): void {
    this.settled = true;
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.request.signal?.removeEventListener('abort', this.#onCancel);
  }
}

function reasonOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  // A host with several addresses fails with one error per address.
  const first: unknown = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : null;
  return first instanceof Error ? reasonOf(first) : error.name;
}
