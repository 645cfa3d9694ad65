/** The tool server over HTTP: stateless requests with an operator's token. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createToolServer } from '../mcp/tool-server';
import { refusal } from '../operations/failure';
import { LIMITS } from './budget';
import type { ApiSurroundings } from './console-api/console-api';
import { userOf } from './console-api/guard';
import { takeJsonOnly } from './api-route';

/** The largest input is a release with its strings. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Several times the longest list that a tool takes. */
const MOST_VALUES = 20_000;
/** A caller's budget allows no more at once. */
const MOST_MESSAGES = LIMITS.operator.one.places;

export function mountTools(app: FastifyInstance, { guard, access, whoIs, logger }: ApiSurroundings): void {
  void app.register((scope, _options, done) => {
    takeJsonOnly(scope, MAX_BODY_BYTES, MOST_VALUES);
    scope.decorateRequest('user', null);
    // Authorizes before the body is read.
    scope.addHook('onRequest', (request, _reply, next) => {
      request.user = guard.admitProgram(request, 'read');
      next();
    });

    scope.post('/mcp', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const { name, role } = userOf(request);
      const { underWay, body } = request;
      // Each message of a batch is charged like a single request.
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
      // The server is stateless, so it ends with its request.
      const transport = new WebStandardStreamableHTTPServerTransport({});
      await server.connect(transport);
      reply.raw.once('close', () => void server.close());
      // A waiting tool is silent for longer than the connection timeout.
      request.socket.setTimeout(0);
      reply.header('cache-control', 'no-store');
      return transport.handleRequest(asWebRequest(request), { parsedBody: body });
    });
    done();
  });
}

/** Only the headers matter, because the body is already parsed. */
function asWebRequest({ url, headers, method }: FastifyRequest): Request {
  const webHeaders = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') webHeaders.set(name, value);
  }
  return new Request(new URL(url, 'http://gateway'), { method, headers: webHeaders });
}
