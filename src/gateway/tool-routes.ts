/**
 * The tool server over HTTP: each request stands alone, and carries an operator's token. Programs speak here, never a
 * page: what a browser sends on a page's behalf is refused, so that no site can reach a gateway through somebody's browser.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Logger } from '@temporalio/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import type { Speaker } from '../mcp/tool';
import { createToolServer } from '../mcp/tool-server';
import { ToolServices } from '../mcp/tool-services';
import type { ContentStore } from '../store/content-store';
import { ApiRefusal, refusalOf } from './console-api/api-refusal';
import { noOperators } from './console-api/guard';
import { refuse } from './http-app';
import { mountProofs, proven } from './operator-proofs';
import { operatorOfToken } from './operator-tokens';
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
    scope.setErrorHandler((error, request, reply) => {
      const refusal = refusalOf(error);
      if (refusal === null) {
        logger.error('A request failed.', { route: request.routeOptions.url, error });
        return refuse(
          reply,
          500,
          'internal',
          "Unexpected error. Please report it with the entry in the gateway's log.",
        );
      }
      if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
      return refuse(reply, refusal.status, refusal.error, refusal.message);
    });

    scope.post('/mcp', { bodyLimit: MAX_BODY_BYTES, onRequest: admit }, async (request, reply) => {
      const speaker = speakerOf(request);
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
    mountProofs(scope, config, speakerOf);
    done();

    function admit(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
      reply.raw.once('close', underWay.begin(speakerOf(request).name));
      next();
    }

    function speakerOf({ headers }: FastifyRequest): Speaker {
      if (headers.origin !== undefined) {
        throw new ApiRefusal(
          403,
          'cross-site',
          'This request came from a page in a browser. Nothing was done.',
        );
      }
      if (config.operators.size === 0) throw noOperators();
      const [, token] = /^Bearer ([\w.~+/=-]{1,200})$/i.exec(headers.authorization ?? '') ?? [];
      const name = token === undefined ? null : operatorOfToken(config.operators, token);
      const operator = name === null ? undefined : config.operators.get(name);
      if (name === null || operator === undefined) {
        throw new ApiRefusal(401, 'unsigned', "Send an operator's token: Authorization: Bearer TOKEN.");
      }
      return { name, role: operator.role };
    }
  });
}

function takeJsonOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body, done);
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
