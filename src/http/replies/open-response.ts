/**
 * One request, whose answer is read as slowly as its reader likes. Not by undici 7: that ends the whole process where a server
 * closes the connection while a slow reader has it paused (nodejs/undici#5360; mended in 8, which Node 20 cannot run).
 */
import * as http from 'node:http';
import * as https from 'node:https';

export interface OpenResponseOptions extends Omit<http.RequestOptions, 'timeout'> {
  body?: Uint8Array;
  /** So long the server may say nothing. */
  idleMs: number;
}

/** It must be read to its end, or destroyed. */
export function openResponse(
  url: URL,
  { body, idleMs, ...options }: OpenResponseOptions,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, options);
    let answer: http.IncomingMessage | null = null;
    sent.on('response', (response) => {
      answer = response;
      resolve(response);
    });
    sent.on('error', reject);
    // Not by the option `timeout` of a request: that is heard of once only, and a slow reader may use it up.
    sent.on('socket', (socket) => {
      const giveUp = (readBefore: number): void => {
        if (sent.closed) return;
        // Where something lies unread, it is the reader who is slow.
        const isUnread = answer !== null && answer.readableLength > 0;
        if (isUnread || socket.bytesRead > readBefore) socket.setTimeout(idleMs);
        else sent.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
      };
      // Timers come before what has arrived: a process that was busy must not take a server for silent.
      const onIdle = (): unknown => setImmediate(giveUp, socket.bytesRead);
      socket.setTimeout(idleMs).on('timeout', onIdle);
      // A connection that is kept serves others after this one.
      sent.once('close', () => socket.setTimeout(0).off('timeout', onIdle));
    });
    sent.end(body);
  });
}
