import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import type { HeardFile } from './seen';

/** The file behind a download link, and how its first answer looked. */
export async function fetchFile(url: string): Promise<Omit<HeardFile, 'mode' | 'language'>> {
  const first = await request(url);
  const { statusCode: status, headers } = first;
  const location = headers.location;
  if (status >= 300 && status < 400 && typeof location === 'string') {
    await first.body.dump();
    const { body } = await request(new URL(location, url));
    return { status, headers, bytes: new Uint8Array(await body.arrayBuffer()) };
  }
  const bytes = new Uint8Array(await first.body.arrayBuffer());
  return { status, headers, bytes: headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes };
}
