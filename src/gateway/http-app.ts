/** The HTTP server under the gateway: bodies as raw bytes, bounds on everything a sender does, JSON for every refusal. */
import type { Logger } from '@temporalio/common';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { refusalOf } from './console-api/api-refusal';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Without a byte in either direction. */
const SILENCE_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5_000;

export interface HttpAppOptions {
  /** Whether who stands there says for whom it asks, and by which protocol: a proxy of ours. */
  isProxy?: (address: string | undefined) => boolean;
}

export function createHttpApp(logger: Logger, { isProxy }: HttpAppOptions = {}): FastifyInstance {
  const app = fastify({
    trustProxy: isProxy ?? false,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    frameworkErrors: (_error, _request, reply) => {
      refuse(reply, 400, 'bad-address', 'The path of this address cannot be read.');
    },
  });
  // Signatures cover the bytes as sent.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, 404, 'not-found', 'There is nothing at this address for this method.'),
  );
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal !== null) return refuse(reply, refusal.status, refusal.error, refusal.message);
    logger.error('A request failed.', { route: request.routeOptions.url, error });
    return refuse(
      reply,
      500,
      'internal',
      "Unexpected error. Please report it with the entry in the gateway's log.",
    );
  });
  return app;
}

export function refuse(reply: FastifyReply, status: number, error: string, message: string): FastifyReply {
  // A file that cannot be read may have announced itself already.
  for (const header of ['content-length', 'content-disposition']) reply.removeHeader(header);
  return reply.status(status).type('application/json; charset=utf-8').send({ error, message });
}

/** Takes no new requests, lets those under way end, and does not wait for ever. */
export async function closeHttpApp(app: FastifyInstance): Promise<void> {
  // A connection that is kept alive after its last answer would hold the server open.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const enough = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(enough);
  }
}
