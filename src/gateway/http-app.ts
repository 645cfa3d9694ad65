/** The gateway's HTTP server: raw bodies, limits and timeouts, and JSON for every refusal. */
import type { Logger } from '@temporalio/common';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { exitCode } from '../domain/exit-code';
import { hostNamed } from '../http/cross-site';
import { expectedFailure, refusal, statusOf, UNEXPECTED, type Failed } from '../operations/failure';
import type { Failure } from '../protocol/console-api';

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Applies to a connection without a byte in either direction. */
const SILENCE_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5_000;
const JSON_TYPE = 'application/json; charset=utf-8';

/** `isProxy` is true for addresses whose forwarding headers are trusted. */
export function createHttpApp(
  logger: Logger,
  isProxy: (address: string | undefined) => boolean = () => false,
): FastifyInstance {
  const app = fastify({
    trustProxy: isProxy,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      // Node.js would refuse a missing Host with an empty body; `requireHost` explains it.
      requireHostHeader: false,
    },
    // Ids may be this long.
    routerOptions: { maxParamLength: 1000 },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    clientErrorHandler: refuseUnread,
    frameworkErrors: (_error, _request, reply) => {
      refuse(reply, 400, 'bad_address', 'The path of this address cannot be read.');
    },
  });
  app.server.on('checkExpectation', refuseExpectation);
  app.addHook('onRequest', (request, _reply, done) => {
    requireHost(request);
    done();
  });
  // Signatures cover the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const methodsAt = collectMethods(app);
  app.setNotFoundHandler(({ url, method }, reply) => {
    const allowed = methodsAt(url.split('?')[0] ?? '');
    if (allowed.length === 0 || allowed.includes(method))
      return refuse(reply, 404, 'no_such_address', 'There is nothing at this address.');
    const message = `Send this with ${allowed.filter((one) => one !== 'HEAD').join(' or ')}.`;
    return refuse(reply.header('allow', allowed.join(', ')), 405, 'method_not_allowed', message);
  });
  app.setErrorHandler((error, request, reply) => {
    const known =
      expectedFailure(error) === null ? requestFailure(error, request.routeOptions.bodyLimit) : error;
    const failure = expectedFailure(known);
    if (failure !== null) return fail(reply, statusOf(known), failure);
    logger.error('A request failed.', { route: request.routeOptions.url, error });
    return fail(reply, 500, { code: 'unexpected', message: UNEXPECTED, exitCode: exitCode.unexpected });
  });
  return app;
}

/** The methods of an address; empty: it does not exist. The page's wildcard route does not count. */
function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const known: { parts: string[]; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.includes('*')) known.push({ parts: url.split('/'), methods: [method].flat() });
  });
  return (path) => {
    const given = path.split('/');
    const fits = (parts: readonly string[]): boolean =>
      parts.length === given.length &&
      parts.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''));
    return [...new Set(known.flatMap(({ parts, methods }) => (fits(parts) ? methods : [])))];
  };
}

/** Errors that Fastify itself raises for a request. null: an unexpected error. */
function requestFailure(error: unknown, bodyLimit: number): Failed | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  if (status === 413) {
    const most = `more than ${bodyLimit} bytes`;
    return refusal(413, 'too_large', `The request body is too large: ${most}. Nothing was done.`);
  }
  if (status === 415) return refusal(415, 'not_json', 'Send JSON (content-type application/json).');
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  return refusal(status, 'bad_request', 'The request cannot be read.');
}

export function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  // A 503 is no fault of the request.
  const exit = status === 503 ? exitCode.temporalUnreachable : exitCode.badInput;
  return fail(reply, status, { code, message, exitCode: exit });
}

export function fail(reply: FastifyReply, status: number, failure: Failure): FastifyReply {
  // A download that fails may have set headers already.
  for (const header of ['content-length', 'content-disposition']) reply.removeHeader(header);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.status(status).type(JSON_TYPE).send(placed(failure));
}

/** RFC 9110 requires one valid Host; only HTTP/1.0 may omit it. A forwarded host is checked in the same way. */
function requireHost({ raw, host }: FastifyRequest): void {
  const names = raw.headersDistinct.host ?? [];
  if (names.length === 0 && raw.httpVersion === '1.0') return;
  if (names.length === 1 && [...names, host].every((name) => hostNamed(name) !== null)) return;
  throw refusal(
    400,
    'bad_host',
    'The request must have one Host header, with a name or an address and its port. Nothing was done.',
  );
}

function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const message =
    'The gateway meets no expectation but 100-continue. Send the request without the Expect header.';
  response.writeHead(417, { 'content-type': JSON_TYPE, connection: 'close' });
  response.end(JSON.stringify(refusal(417, 'expectation_failed', message).failure));
}

/** Configuration faults concern the gateway's machine, not the client's. */
function placed(failure: Failure): Failure {
  const { code, message } = failure;
  return code === 'configuration' || code === 'store'
    ? { ...failure, message: `At the gateway: ${message}` }
    : failure;
}

const unread: Readonly<Record<string, [status: string, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'too_large',
    'The headers of the request are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow', 'The request did not arrive in time.'],
};

/** Replies in the same JSON form to bytes that are not valid HTTP. */
function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = unread[error.code ?? ''] ?? [
    '400 Bad Request',
    'bad_request',
    'The request cannot be read.',
  ];
  const body = JSON.stringify(refusal(400, code, message).failure);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/** Refuses new requests, and lets current ones end within the timeout. */
export async function closeHttpApp(app: FastifyInstance): Promise<void> {
  // An idle keep-alive connection would keep the server open.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const enough = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(enough);
  }
}
