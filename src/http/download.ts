/** Downloads a file behind a signed link, piece by piece. Errors never contain the link. */
import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { decoderOf } from './exchange';
import { ForbiddenAddress, guardedLookup, type Reach } from './guarded-agent';
import { withoutSlash } from '../domain/text/without-slash';
import { userAgent } from '../package';

export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';

  /** `isRefused`: the address is forbidden, so a retry cannot succeed. */
  constructor(
    message: string,
    readonly isRefused = false,
  ) {
    super(message);
  }
}

export interface DownloadOptions {
  /** null: the size was not announced. */
  expectedBytes: number | null;
  maxBytes: number;
  signal: AbortSignal;
  /** Limits the hosts that the link may lead to; without it, any host is allowed. */
  reach?: Reach;
}

const IDLE_MS = 30_000;

/** A wrong length shows only at the end, so the caller must not use the chunks before the generator completes. */
export async function* download(url: string, options: DownloadOptions): AsyncGenerator<Buffer> {
  const { expectedBytes, maxBytes } = options;
  if (expectedBytes !== null && expectedBytes > maxBytes)
    throw new DownloadFailure(`the file has ${expectedBytes} bytes, more than the limit of ${maxBytes}`);
  let size = 0;
  for await (const chunk of bodyOf(url, options)) {
    size += chunk.length;
    if (expectedBytes !== null && size > expectedBytes)
      throw new DownloadFailure(`the file is longer than the ${expectedBytes} bytes that were announced`);
    if (size > maxBytes) throw new DownloadFailure(`the file is longer than the limit of ${maxBytes} bytes`);
    yield chunk;
  }
  if (expectedBytes !== null && size !== expectedBytes)
    throw new DownloadFailure(`${size} bytes arrived, but ${expectedBytes} were announced`);
}

const MOST_REDIRECTS = 5;

async function* bodyOf(url: string, options: DownloadOptions): AsyncGenerator<Buffer> {
  let response: http.IncomingMessage | null = null;
  try {
    response = await follow(linkOf(url, options.reach), options);
    yield* unpacked(response, response.headers['content-encoding'] ?? '');
  } catch (error) {
    if (error instanceof DownloadFailure) throw error;
    if (error instanceof ForbiddenAddress) throw new DownloadFailure(error.message, true);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    throw new DownloadFailure(`the connection was lost (${code})`);
  } finally {
    response?.destroy();
  }
}

function linkOf(link: string, reach: Reach | undefined): URL {
  const base = reach === undefined ? undefined : `${withoutSlash(reach.ownUrl)}/`;
  if (URL.canParse(link, base)) return new URL(link, base);
  throw new DownloadFailure('the link is not an address');
}

async function follow(
  link: URL,
  { signal, reach }: Pick<DownloadOptions, 'signal' | 'reach'>,
): Promise<http.IncomingMessage> {
  let url = link;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    if (!/^https?:$/.test(url.protocol))
      throw new DownloadFailure('the link leads to an address that is not http or https');
    if (url.username !== '' || url.password !== '')
      throw new DownloadFailure('the link holds a user name or a password', true);
    const lookup = reach === undefined ? {} : { lookup: await guardedLookup(url.hostname, reach) };
    // Uses a connection of its own, because an existing one was checked for another link.
    const response = await openResponse(url, {
      signal,
      ...lookup,
      agent: false,
      idleMs: IDLE_MS,
      headers: { 'user-agent': userAgent },
    });
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    response.destroy();
    const { location } = headers;
    if (statusCode < 300 || statusCode > 399 || location === undefined)
      throw new DownloadFailure(`the link answered with HTTP ${statusCode}`);
    if (!URL.canParse(location, url.href))
      throw new DownloadFailure('the link redirects to something that is no address');
    url = new URL(location, url);
  }
  throw new DownloadFailure(`the link redirects more than ${MOST_REDIRECTS} times`);
}

/** A file may be compressed by the transfer, or stored compressed. */
async function* unpacked(body: Readable, encoding: string): AsyncGenerator<Buffer> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  const decoder = decoderOf(encoding, first.value);
  if (decoder === null) yield* whole();
  else yield* pipeline(whole, decoder, () => undefined) as AsyncIterable<Buffer>;
}

/**
 * Sends one request, whose response is read as slowly as its reader needs; the caller must read it to its end, or
 * destroy it. `idleMs`: how long the server may send nothing. Not with undici 7, which ends the whole process where a server closes the connection while a slow reader
 * has it paused (nodejs/undici#5360; fixed in 8, which Node 20 cannot run).
 */
export function openResponse(
  url: URL,
  { idleMs, ...options }: Omit<http.RequestOptions, 'timeout'> & { idleMs: number },
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, options);
    let response: http.IncomingMessage | null = null;
    sent.on('response', (received) => {
      response = received;
      resolve(received);
    });
    sent.on('error', reject);
    // The option `timeout` of a request fires only once, and a slow reader may use it up.
    sent.on('socket', (socket) => {
      const giveUp = (readBefore: number): void => {
        if (sent.closed) return;
        // Unread data means that the reader is slow, and not the server.
        const isUnread = response !== null && response.readableLength > 0;
        if (isUnread || socket.bytesRead > readBefore) socket.setTimeout(idleMs);
        else sent.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
      };
      // Timers run before incoming data is read, so a process that was busy must not take the server for silent.
      const onIdle = (): unknown => setImmediate(giveUp, socket.bytesRead);
      socket.setTimeout(idleMs).on('timeout', onIdle);
      // A kept-alive connection serves other requests after this one.
      sent.once('close', () => socket.setTimeout(0).off('timeout', onIdle));
    });
    sent.end();
  });
}
