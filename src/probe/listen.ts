/** Receives the callbacks of the task that a probe paid for, to find out how they are signed. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Secret } from '../http/secret';
import { verifyCallback } from '../localization/verify-callback';

export interface CallbackListener {
  /** The path below the address at which the service reaches us. */
  path: string;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 256 * 1024;

export async function listenForCallbacks(
  port: number,
  secret: Secret,
  onCallback: (signature: string) => void,
): Promise<CallbackListener> {
  // The path cannot be guessed, so that only the service can call it.
  const path = `/callbacks/probe/${randomUUID()}`;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      if (request.url !== path) {
        response.writeHead(404).end();
        return;
      }
      const delivery = { rawBody: Buffer.concat(chunks), headers: request.headers };
      const verdict = verifyCallback(delivery, secret, Date.now());
      // A stale callback is signed by a known formula, so it is not reported as forged.
      if (verdict.accepted) onCallback(verdict.signature);
      else if (verdict.reason !== 'stale') onCallback('forged');
      response.writeHead(204).end();
    });
  });
  server.listen(port);
  await once(server, 'listening');
  return {
    path,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
