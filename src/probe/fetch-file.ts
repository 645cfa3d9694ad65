import { gunzipSync } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { guardedAgent, type Reach } from '../http/guarded-agent';
import type { ObservedFile } from './seen';

/** The file has one string in one language: anything larger or slower is not that file. */
const MOST_BYTES = 16 * 1024 * 1024;
const WITHIN_MS = 2 * 60_000;

/** Returns the file with the shape of the first response, which may be a redirect. */
export async function fetchFile(url: string, reach: Reach): Promise<Omit<ObservedFile, 'mode' | 'language'>> {
  const dispatcher = guardedAgent(reach);
  try {
    return await fetched(String(new URL(url, reach.ownUrl)), {
      dispatcher,
      signal: AbortSignal.timeout(WITHIN_MS),
    });
  } finally {
    await dispatcher.destroy();
  }
}

async function fetched(
  url: string,
  options: { dispatcher: Dispatcher; signal: AbortSignal },
): ReturnType<typeof fetchFile> {
  const first = await request(url, options);
  const { statusCode: status, headers } = first;
  const { location } = headers;
  const isRedirect = status >= 300 && status < 400 && typeof location === 'string';
  if (isRedirect) await first.body.dump();
  const file = isRedirect ? await request(new URL(location, url), options) : first;
  if (isRedirect && file.statusCode !== 200) throw new Error(`a redirect led to HTTP ${file.statusCode}`);
  const bytes = await bytesOf(file.body);
  const isPacked = file.headers['content-encoding'] === 'gzip';
  return { status, headers, bytes: isPacked ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes };
}

async function bytesOf(body: Dispatcher.ResponseData['body']): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
