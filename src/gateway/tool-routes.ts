/** The tool server over HTTP: each request stands alone, and carries an operator's token. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Logger } from '@temporalio/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { createToolServer } from '../mcp/tool-server';
import { ToolServices } from '../mcp/tool-services';
import type { ContentStore } from '../store/content-store';
import { refuseAsJson, speakerOf } from './bearer';
import { takeJsonOnly } from './json-bodies';
import { mountProofs, proven } from './operator-proofs';
import { LIMITS, type Budget } from './budget';
import { ApiRefusal } from './console-api/api-refusal';
import { refuseOtherMethods } from './http-app';
import type { TemporalCalls } from './temporal-calls';

/** A release with its strings is the largest thing anybody sends. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** More could never be under way at once. */
const MOST_MESSAGES = LIMITS.operator.one.places;

export interface ToolSurroundings {
  calls: TemporalCalls;
  config: Config;
  logger: Logger;
  store: ContentStore;
  budget: Budget;
}

export function mountTools(app: FastifyInstance, { calls, config, logger, store }: ToolSurroundings): void {
  void app.register((scope, _options, done) => {
    const services = new ToolServices(config);
    scope.addHook('onClose', () => services.close());
    takeJsonOnly(scope);
    refuseAsJson(scope, logger);

    scope.post('/mcp', { bodyLimit: MAX_BODY_BYTES, onRequest: admit }, async (request, reply) => {
      const speaker = speakerOf(config.operators, request);
      const { underWay, body } = request;
      // Each message of a batch is worked on as if it had come alone.
      const others = Array.isArray(body) ? Math.max(0, body.length - 1) : 0;
      if (others >= MOST_MESSAGES)
        throw new ApiRefusal(
          413,
          'too-large',
          `A batch has at most ${MOST_MESSAGES} messages. Nothing was done. Send it in parts.`,
        );
      underWay.add({ places: others, work: others });
      const access = services.access(calls.client, store, {
        speaker,
        readsFiles: false,
        prove: (said) => {
          const by = speaker.name;
          return Promise.resolve({ by, ...proven(config, { ...said, by }) });
        },
      });
      const server = createToolServer(access, logger, (call) => underWay.during(call));
      // Without a session there is nothing to remember: the server of a request ends with it.
      const transport = new WebStandardStreamableHTTPServerTransport({});
      await server.connect(transport);
      reply.raw.once('close', () => void server.close());
      // A wait is silent for longer than a connection is kept otherwise.
      request.socket.setTimeout(0);
      reply.header('cache-control', 'no-store');
      return transport.handleRequest(asWebRequest(request), { parsedBody: body });
    });
    refuseOtherMethods(scope, '/mcp');
    mountProofs(scope, config, (request) => speakerOf(config.operators, request));
    done();

    /** Before the body is read. */
    function admit(request: FastifyRequest, _reply: FastifyReply, next: () => void): void {
      speakerOf(config.operators, request);
      next();
    }
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
