/** The tool server over HTTP: each request stands alone, and carries an operator's token. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Logger } from '@temporalio/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { createToolServer } from '../mcp/tool-server';
import { ToolServices } from '../mcp/tool-services';
import type { ContentStore } from '../store/content-store';
import { refuseAsJson, speakerOf, takeJsonOnly } from './bearer';
import { mountProofs, proven } from './operator-proofs';
import { refuseOtherMethods } from './http-app';
import type { RequestsUnderWay } from './requests-under-way';
import type { TemporalCalls } from './temporal-calls';

/** A release with its strings is the largest thing anybody sends. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export interface ToolSurroundings {
  calls: TemporalCalls;
  config: Config;
  logger: Logger;
  store: ContentStore;
  underWay: RequestsUnderWay;
}

export function mountTools(
  app: FastifyInstance,
  { calls, config, logger, store, underWay }: ToolSurroundings,
): void {
  void app.register((scope, _options, done) => {
    const services = new ToolServices(config);
    scope.addHook('onClose', () => services.close());
    takeJsonOnly(scope);
    refuseAsJson(scope, logger);

    scope.post('/mcp', { bodyLimit: MAX_BODY_BYTES, onRequest: admit }, async (request, reply) => {
      const speaker = speakerOf(config.operators, request);
      const access = services.access(calls.client, store, {
        speaker,
        readsFiles: false,
        prove: (said) => {
          const by = speaker.name;
          return Promise.resolve({ by, ...proven(config, { ...said, by }) });
        },
      });
      const server = createToolServer(access, logger);
      // Without a session there is nothing to remember: the server of a request ends with it.
      const transport = new WebStandardStreamableHTTPServerTransport({});
      await server.connect(transport);
      reply.raw.once('close', () => void server.close());
      // A wait is silent for longer than a connection is kept otherwise.
      request.socket.setTimeout(0);
      reply.header('cache-control', 'no-store');
      return transport.handleRequest(asWebRequest(request), { parsedBody: request.body });
    });
    refuseOtherMethods(scope, '/mcp');
    mountProofs(scope, config, (request) => speakerOf(config.operators, request));
    done();

    function admit(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
      reply.raw.once('close', underWay.begin(speakerOf(config.operators, request).name));
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
