/** Fetches a file behind a signed link. Nothing of the link but its failure is ever told. */
import { request } from 'undici';

export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
}

export interface DownloadOptions {
  expectedBytes: number;
  maxBytes: number;
  signal: AbortSignal;
}

const IDLE_MS = 30_000;

export async function downloadFile(url: string, options: DownloadOptions): Promise<Buffer> {
  const { expectedBytes, maxBytes, signal } = options;
  if (expectedBytes > maxBytes)
    throw new DownloadFailure(`it has ${expectedBytes} bytes, more than ${maxBytes}`);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const { statusCode, body } = await request(url, {
      signal,
      headersTimeout: IDLE_MS,
      bodyTimeout: IDLE_MS,
    });
    if (statusCode !== 200) {
      await body.dump();
      throw new DownloadFailure(`the link answered ${statusCode}`);
    }
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > expectedBytes)
        throw new DownloadFailure(`it is longer than the ${expectedBytes} bytes announced`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof DownloadFailure) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    throw new DownloadFailure(`the connection broke (${code})`);
  }
  if (size !== expectedBytes)
    throw new DownloadFailure(`${size} bytes came, and ${expectedBytes} were announced`);
  return Buffer.concat(chunks);
}
