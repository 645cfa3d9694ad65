/** A bare HTTP server that keeps the bytes it was sent: for what a client really puts on the wire, and for servers that misbehave. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface SeenRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer<ArrayBuffer>;
}

export type Answer = (response: ServerResponse, request: SeenRequest) => void;

export class BareServer {
  readonly seen: SeenRequest[] = [];
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Answers each request once it is here whole. */
  static async start(answer: Answer): Promise<BareServer> {
    const server = createServer((request, response) => {
      buffer(request).then(
        (rawBody) => {
          const { method = '', url: target = '', headers } = request;
          const seen = { method, target, headers, rawBody };
          bare.seen.push(seen);
          answer(response, seen);
        },
        () => undefined, // The client gave up while it was sending.
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bare = new BareServer(server);
    return bare;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

export function reply(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (response) => response.writeHead(status, headers).end(text);
}

/** The localization service's success envelope. */
export function succeed(data: unknown): Answer {
  return reply(200, { success: true, code: 0, msg: 'ok', trace_id: 'trace-1', data });
}

/** An address at which nobody listens. */
export async function deadAddress(): Promise<string> {
  const server = await BareServer.start(() => undefined);
  await server.close();
  return server.url;
}
