/**
 * Signed requests to one bucket, repeated where that may help: all that is asked for here may be asked for twice.
 *
 * aws4fetch signs (1 package, 0.1 MB, nothing else needed) and Node sends. The official SDK is 26 packages and 22 MB for the
 * nine requests of a store, minio 34 packages and 16 MB; s3mini and s3-lite-client are small and cannot be required.
 */
import { AwsV4Signer } from 'aws4fetch';
import { createHash } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { BucketPlace } from '../config/store-place';
import { openAnswer } from '../http/open-answer';
import { redactor } from '../http/secret';
import { S3Failure } from './s3-failure';

export interface S3Request {
  method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Within the bucket; left out: of the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Without a byte from the server. */
  patienceMs?: number;
}

interface S3Text {
  headers: http.IncomingHttpHeaders;
  text: string;
}

export const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;
const IDLE_MS = 30_000;
const MOST_REPLY_BYTES = 8 * 1024 * 1024;
const EMPTY = new Uint8Array();

/** For the life of the process, whatever stores it opens; what is idle keeps no process alive. */
const connections = {
  http: new http.Agent({ keepAlive: true }),
  https: new https.Agent({ keepAlive: true }),
};

export class S3Requests {
  /** Keys that signatures of a day are made with. */
  readonly #derived = new Map<string, ArrayBuffer>();

  constructor(private readonly place: BucketPlace) {}

  /** Throws an S3Failure unless the answer is what was asked for; it must then be read or destroyed. */
  send(asked: S3Request): Promise<http.IncomingMessage> {
    return repeated(() => this.#sendOnce(asked));
  }

  /** As `send`, with the whole of a small answer. Some failures come with the status of a success. */
  ask(asked: S3Request): Promise<S3Text> {
    return repeated(async () => {
      const answer = await this.#sendOnce(asked);
      const text = await textWithin(answer);
      if (/^(?:<\?xml[^>]*>\s*)?<Error>/.test(text.trimStart())) throw this.#failure(500, text);
      return { headers: answer.headers, text };
    });
  }

  async #sendOnce(asked: S3Request): Promise<http.IncomingMessage> {
    const { method, key, query = {}, headers = {}, body = EMPTY } = asked;
    const { url, region, accessKeyId, secretAccessKey, sessionToken } = this.place;
    const target = new URL(key === undefined ? url : `${url}/${key}`);
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      service: 's3',
      method,
      url: target.href,
      region,
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      accessKeyId,
      secretAccessKey: secretAccessKey.reveal(),
      ...(sessionToken !== null && { sessionToken: sessionToken.reveal() }),
      cache: this.#derived,
    }).sign();
    const answer = await openAnswer(signed.url, {
      method,
      headers: { ...Object.fromEntries(signed.headers), 'content-length': body.byteLength },
      body,
      agent: signed.url.protocol === 'https:' ? connections.https : connections.http,
      idleMs: asked.patienceMs ?? IDLE_MS,
    }).catch((cause: unknown) => {
      throw S3Failure.unanswered(cause);
    });
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) return answer;
    throw this.#failure(statusCode, await textWithin(answer));
  }

  /** A server that repeats what it was sent must not make us tell it. */
  #failure(status: number, text: string): S3Failure {
    const { secretAccessKey, sessionToken } = this.place;
    const secrets = [secretAccessKey, ...(sessionToken ? [sessionToken] : [])];
    return S3Failure.answered(status, text, redactor(secrets));
  }
}

/** More than a bucket of a hundred million objects has. */
const MOST_PAGES = 100_000;
const MOST_MARKER_CHARS = 4096;

/** `ask` gives one page, `next` what is asked for after it. A server that repeats a marker would be asked for ever. */
export async function* pagesOf(
  ask: (after: Readonly<Record<string, string>>) => Promise<string>,
  next: (page: string) => Readonly<Record<string, string>> | null,
): AsyncGenerator<string> {
  const asked = new Set<string>();
  for (let after: Readonly<Record<string, string>> | null = {}; after !== null;) {
    const marker = JSON.stringify(after);
    if (asked.has(marker) || asked.size === MOST_PAGES || marker.length > MOST_MARKER_CHARS)
      throw S3Failure.endless();
    asked.add(marker);
    const page = await ask(after);
    yield page;
    after = next(page);
  }
}

async function repeated<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof S3Failure && error.isTransient) || attempt === ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
}

/** Longer each time, and not the same for all who were refused at once. */
export async function pause(attempt: number): Promise<void> {
  await delay(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2));
}

async function textWithin(answer: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MOST_REPLY_BYTES) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw S3Failure.unanswered(cause);
  }
  return Buffer.concat(chunks).toString('utf8');
}
