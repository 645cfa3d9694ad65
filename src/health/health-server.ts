/**
 * The HTTP server for liveness, readiness and metrics of a process without one. It runs in the working thread, so that
 * a blocked thread gives no response.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

export interface Health {
  fault: () => string | null;
  /** The reason why it cannot work now, as a sentence. null: none. */
  readinessFault: () => Promise<string | null>;
  metrics: () => Promise<string>;
}

export interface HealthServer {
  close(): Promise<void>;
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export async function startHealthServer(
  { host, port }: { host: string; port: number },
  health: Health,
): Promise<HealthServer> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, (request, response) => {
    respond(request.url?.split('?')[0] ?? '', response, health).catch((error: unknown) =>
      refuse(response, 503, 'not_available', String(error)),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function respond(path: string, response: ServerResponse, health: Health): Promise<void> {
  switch (path) {
    case '/healthz':
      reply(response, 'not_alive', health.fault());
      break;
    case '/readyz':
      reply(response, 'not_ready', health.fault() ?? (await health.readinessFault()));
      break;
    case '/metrics': {
      const text = await health.metrics();
      response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text);
      break;
    }
    default:
      refuse(response, 404, 'not_found', 'There is nothing at this address.');
  }
}

function reply(response: ServerResponse, code: string, fault: string | null): void {
  if (fault === null) sendJson(response, 200, { status: 'ok' });
  else refuse(response, 503, code, fault);
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  sendJson(response, status, { code, message });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
