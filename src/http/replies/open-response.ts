/**
 * Sends one request, whose response is read as slowly as its reader needs. Not with undici 7, which ends the whole
 * process where a server closes the connection while a slow reader has it paused (nodejs/undici#5360; fixed in 8, which
 * Node 20 cannot run).
 */
import * as http from 'node:http';
import * as https from 'node:https';

export interface OpenResponseOptions extends Omit<http.RequestOptions, 'timeout'> {
  body?: Uint8Array;
  /** How long the server may send nothing. */
  idleMs: number;
}

/** The caller must read the response to its end, or destroy it. */
export function openResponse(
  url: URL,
  { body, idleMs, ...options }: OpenResponseOptions,
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
    sent.end(body);
  });
}
