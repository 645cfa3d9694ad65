/** Fetches a file behind a signed link, piece by piece. Nothing of the link but its failure is ever told. */
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request, type Dispatcher } from 'undici';
import { ForbiddenAddress, guardedAgent, type Reach } from './guarded-agent';

export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';

  /** `isRefused`: we do not connect there, today or tomorrow. */
  constructor(
    message: string,
    readonly isRefused = false,
  ) {
    super(message);
  }
}

export interface DownloadOptions {
  /** null where it was not announced. */
  expectedBytes: number | null;
  maxBytes: number;
  signal: AbortSignal;
  /** Where it may lead; left out: anywhere. */
  reach?: Reach;
}

const IDLE_MS = 30_000;

/** Fails at its end where the bytes are not as many as were announced: nothing counts before that. */
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

async function* bodyOf(url: string, { signal, reach }: DownloadOptions): AsyncGenerator<Buffer> {
  const dispatcher = reach === undefined ? new Agent() : guardedAgent(reach);
  try {
    const { headers, body } = await follow(new URL(url), { signal, dispatcher });
    yield* unpacked(body, String(headers['content-encoding'] ?? ''));
  } catch (error) {
    if (error instanceof DownloadFailure) throw error;
    if (error instanceof ForbiddenAddress) throw new DownloadFailure(error.message, true);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    throw new DownloadFailure(`the connection was lost (${code})`);
  } finally {
    await dispatcher.destroy();
  }
}

async function follow(
  link: URL,
  options: { signal: AbortSignal; dispatcher: Dispatcher },
): Promise<Dispatcher.ResponseData> {
  let url = link;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    if (url.username !== '' || url.password !== '')
      throw new DownloadFailure('the link holds a user name or a password', true);
    const answer = await request(url, { ...options, headersTimeout: IDLE_MS, bodyTimeout: IDLE_MS });
    const { statusCode, headers, body } = answer;
    if (statusCode === 200) return answer;
    await body.dump();
    const location = headers.location;
    if (statusCode < 300 || statusCode > 399 || typeof location !== 'string')
      throw new DownloadFailure(`the link answered with HTTP ${statusCode}`);
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol))
      throw new DownloadFailure('the link leads to an address that is not of the web');
  }
  throw new DownloadFailure(`the link leads on more than ${MOST_REDIRECTS} times`);
}

/** Compressed on its way, or stored so: gzip is told by its first bytes, for not every store says so. */
async function* unpacked(body: Readable, encoding: string): AsyncGenerator<Buffer> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
  const decoder = isGzip ? createGunzip() : decoderOf(encoding);
  if (decoder === null) yield* whole();
  else yield* pipeline(whole, decoder, () => undefined) as AsyncIterable<Buffer>;
}

function decoderOf(encoding: string): Transform | null {
  if (encoding === 'br') return createBrotliDecompress();
  return encoding === 'deflate' ? createInflate() : null;
}
