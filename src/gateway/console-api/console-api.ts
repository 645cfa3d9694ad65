/** The API of the gateway, mounted from the table of operations, and the operators' page in front of it. */
import compress from '@fastify/compress';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { Logger } from '@temporalio/common';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Config } from '../../config/config';
import { allOperations } from '../../operations/all-operations';
import type { OperationAccess } from '../../operations/operation';
import { apiRoute, type ApiRoute, takeJsonOnly } from '../api-route';
import { contentRoutes } from '../content-routes';
import { fileRoutes } from '../file-routes';
import { openApi } from '../openapi';
import { mountOperations, type WhoIs } from '../operation-routes';
import { proofRoutes } from '../operator-proofs';
import { BUILT_PAGE, mountPage } from '../page';
import { eventRoutes } from './event-routes';
import type { Guard } from './guard';
import { OpenStreams } from './open-streams';
import { sessionRoutes } from './session-routes';

/** Thousands of term ids are the largest thing that is said in most operations. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** What helmet sends by itself, and stricter: the page needs its own files and nothing else. */
const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  // We speak plain HTTP: whether a host is for TLS alone is for the proxy to say that has the certificate.
  strictTransportSecurity: false,
};

export interface ApiSurroundings {
  config: Config;
  logger: Logger;
  guard: Guard;
  /** What operations work with. */
  access: OperationAccess;
  whoIs: WhoIs;
}

export function mountConsole(
  app: FastifyInstance,
  surroundings: ApiSurroundings,
  pageDirectory = BUILT_PAGE,
): void {
  void app.register(async (scope) => {
    await scope.register(helmet, securityHeaders);
    // Answers alone: a body that unfolds to more than was sent is not taken.
    await scope.register(compress, { globalDecompression: false });
    await scope.register((api) => mountApi(api, surroundings));
    mountPage(scope, pageDirectory);
  });
}

async function mountApi(app: FastifyInstance, surroundings: ApiSurroundings): Promise<void> {
  const { config, logger, guard, access, whoIs } = surroundings;
  takeJsonOnly(app, MAX_BODY_BYTES);
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await guard.admit(request);
    // Hundreds of edits take longer than a silent connection is kept.
    if (request.user !== null && request.method !== 'PUT') request.socket.setTimeout(0);
  });

  const streams = new OpenStreams();
  // An open stream would hold up the gateway's end; whoever listens finds the next gateway by itself.
  app.addHook('preClose', (done) => {
    streams.endAll();
    done();
  });

  const operations = await allOperations();
  const routes: Record<string, ApiRoute> = {
    ...sessionRoutes(config, guard, streams, logger),
    ...proofRoutes(config),
    ...eventRoutes(access, streams, logger),
    ...fileRoutes(access),
    ...contentRoutes(access.store),
    openapi: apiRoute({
      summary: 'Get this description',
      role: 'anyone',
      input: z.strictObject({}),
      output: z.looseObject({ openapi: z.string() }),
      handle: (_request, reply) => reply.type('application/json; charset=utf-8').send(described()),
    }),
  };
  let description: string | null = null;
  // Made when it is first asked for: a gateway starts without it.
  const described = (): string =>
    (description ??= JSON.stringify(openApi({ operations, routes }, config.consoleUrl)));
  mountOperations(app, { operations, routes }, { access, whoIs });
}
