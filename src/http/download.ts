/** Fetches a file behind a signed link, piece by piece. Nothing of the link but its failure is ever told. */
import { request } from 'undici';

export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
}

export interface DownloadOptions {
  /** null where it was not announced. */
  expectedBytes: number | null;
  maxBytes: number;
  signal: AbortSignal;
}

const IDLE_MS = 30_000;

/** Fails at its end where the bytes are not as many as were announced: nothing counts before that. */
export async function* download(url: string, options: DownloadOptions): AsyncGenerator<Buffer> {
  const { expectedBytes, maxBytes, signal } = options;
  if (expectedBytes !== null && expectedBytes > maxBytes)
    throw new DownloadFailure(`the file has ${expectedBytes} bytes, more than the limit of ${maxBytes}`);
  let size = 0;
  for await (const chunk of bodyOf(url, signal)) {
    size += chunk.length;
    if (expectedBytes !== null && size > expectedBytes)
      throw new DownloadFailure(`the file is longer than the ${expectedBytes} bytes that were announced`);
    if (size > maxBytes) throw new DownloadFailure(`the file is longer than the limit of ${maxBytes} bytes`);
    yield chunk;
  }
  if (expectedBytes !== null && size !== expectedBytes)
    throw new DownloadFailure(`${size} bytes arrived, but ${expectedBytes} were announced`);
}

async function* bodyOf(url: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    const { statusCode, body } = await request(url, {
      signal,
      headersTimeout: IDLE_MS,
      bodyTimeout: IDLE_MS,
    });
    if (statusCode !== 200) {
      await body.dump();
      throw new DownloadFailure(`the link answered with HTTP ${statusCode}`);
    }
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof DownloadFailure) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    throw new DownloadFailure(`the connection was lost (${code})`);
  }
}
