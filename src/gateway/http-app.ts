/** The HTTP server under the gateway: bodies as raw bytes, bounds on everything a sender does, JSON for every refusal. */
import type { Logger } from '@temporalio/common';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hostNamed } from '../http/is-from-elsewhere';
import { ApiRefusal, refusalOf } from './console-api/api-refusal';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Without a byte in either direction. */
const SILENCE_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5_000;
const JSON_TYPE = 'application/json; charset=utf-8';

export interface HttpAppOptions {
  /** Whether who stands there says for whom it asks, and by which protocol: a proxy of ours. */
  isProxy?: (address: string | undefined) => boolean;
}

export function createHttpApp(logger: Logger, { isProxy }: HttpAppOptions = {}): FastifyInstance {
  const app = fastify({
    trustProxy: isProxy ?? false,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      // Node would refuse a request without a host with an empty body: `requireHost` says why.
      requireHostHeader: false,
    },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    clientErrorHandler: refuseUnread,
    frameworkErrors: (_error, _request, reply) => {
      refuse(reply, 400, 'bad-address', 'The path of this address cannot be read.');
    },
  });
  app.server.on('checkExpectation', refuseExpectation);
  app.addHook('onRequest', (request, _reply, done) => {
    requireHost(request);
    done();
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
  return reply.status(status).type(JSON_TYPE).send({ error, message });
}

/** RFC 9110: one Host that is a name or an address with a port; only HTTP/1.0 may have none. What a proxy of ours forwards is held to the same. */
function requireHost({ raw, host }: FastifyRequest): void {
  const names = raw.headersDistinct.host ?? [];
  if (names.length === 0 && raw.httpVersion === '1.0') return;
  if (names.length === 1 && [...names, host].every((name) => hostNamed(name) !== null)) return;
  throw new ApiRefusal(
    400,
    'bad-host',
    'The request must have one Host header, with a name or an address and its port. Nothing was done.',
  );
}

function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const message =
    'The gateway meets no expectation but 100-continue. Send the request without the Expect header.';
  response.writeHead(417, { 'content-type': JSON_TYPE, connection: 'close' });
  response.end(JSON.stringify({ error: 'expectation-failed', message }));
}

/** Of an address that takes POST alone. */
export function refuseOtherMethods(app: FastifyInstance, url: string): void {
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url,
    handler: (_request, reply) => {
      reply.header('allow', 'POST');
      return refuse(reply, 405, 'method-not-allowed', 'Send this with POST.');
    },
  });
}

const unread: Readonly<Record<string, [status: string, error: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'too-large',
    'The headers of the request are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too-slow', 'The request did not arrive in time.'],
};

/** What is no request of HTTP gets an answer of the same form. */
function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, name, message] = unread[error.code ?? ''] ?? [
    '400 Bad Request',
    'bad-request',
    'The request cannot be read.',
  ];
  const body = JSON.stringify({ error: name, message });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
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
