/** All bytes of an object. A body that breaks is taken up where it broke; whether there is an answer at all, `send` tries. */
import type { IncomingMessage } from 'node:http';
import { S3Failure } from './s3-failure';
import { ATTEMPTS, pause, type S3Requests } from './s3-requests';

export async function* readBody(requests: S3Requests, key: string): AsyncGenerator<Buffer> {
  let at = 0;
  let failures = 0;
  for (;;) {
    const answer = await answerFrom(at, requests, key);
    if (answer === null) return;
    const begunAt = at;
    try {
      for await (const chunk of bytesFrom(at, answer)) {
        at += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      // Other errors are those of the reader.
      if (!(error instanceof S3Failure)) throw error;
      failures = at > begunAt ? 1 : failures + 1;
      if (failures === ATTEMPTS) throw error;
      await pause(failures);
    }
  }
}

/** null: there is nothing from there on. */
async function answerFrom(at: number, requests: S3Requests, key: string): Promise<IncomingMessage | null> {
  try {
    return await requests.send({ method: 'GET', key, headers: at === 0 ? {} : { range: `bytes=${at}-` } });
  } catch (error) {
    if (at > 0 && error instanceof S3Failure && error.status === 416) return null;
    throw error;
  }
}

/** A server that knows no ranges gives everything once more. */
async function* bytesFrom(at: number, answer: IncomingMessage): AsyncGenerator<Buffer> {
  let extra = answer.statusCode === 206 ? 0 : at;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      const rest = chunk.subarray(extra);
      extra -= chunk.length - rest.length;
      if (rest.length > 0) yield rest;
    }
  } catch (cause) {
    throw S3Failure.unanswered(cause);
  }
}
