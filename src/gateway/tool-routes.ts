/** The tool server over HTTP: each request stands alone, and carries an operator's token. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createToolServer } from '../mcp/tool-server';
import { refusal } from '../operations/failure';
import { LIMITS } from './budget';
import type { ApiSurroundings } from './console-api/console-api';
import { userOf } from './console-api/guard';
import { takeJsonOnly } from './api-route';

/** A release with its strings is the largest thing anybody sends. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Several times what the longest list has that a tool takes. */
const MOST_VALUES = 20_000;
/** More could never be under way at once. */
const MOST_MESSAGES = LIMITS.operator.one.places;

export function mountTools(app: FastifyInstance, { guard, access, whoIs, logger }: ApiSurroundings): void {
  void app.register((scope, _options, done) => {
    takeJsonOnly(scope, MAX_BODY_BYTES, MOST_VALUES);
    scope.decorateRequest('user', null);
    // Before the body is read.
    scope.addHook('onRequest', (request, _reply, next) => {
      request.user = guard.admitProgram(request, 'read');
      next();
    });

    scope.post('/mcp', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const { name, role } = userOf(request);
      const { underWay, body } = request;
      // Each message of a batch is worked on as if it had come alone.
      const others = Array.isArray(body) ? Math.max(0, body.length - 1) : 0;
      if (others >= MOST_MESSAGES)
        throw refusal(
          413,
          'too_large',
          `A batch has at most ${MOST_MESSAGES} messages. Nothing was done. Send it in parts.`,
        );
      underWay.claim.add({ places: others, work: others });
      const server = await createToolServer({ access, role, who: whoIs(name) }, logger, (call) =>
        underWay.during(call),
      );
      // Without a session there is nothing to remember: the server of a request ends with it.
      const transport = new WebStandardStreamableHTTPServerTransport({});
      await server.connect(transport);
      reply.raw.once('close', () => void server.close());
      // A wait is silent for longer than a connection is kept otherwise.
      request.socket.setTimeout(0);
      reply.header('cache-control', 'no-store');
      return transport.handleRequest(asWebRequest(request), { parsedBody: body });
    });
    done();
  });
}

/** Its headers alone: the body has been read, and bounded, before. */
function asWebRequest({ url, headers, method }: FastifyRequest): Request {
  const told = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') told.set(name, value);
  }
  return new Request(new URL(url, 'http://gateway'), { method, headers: told });
}
