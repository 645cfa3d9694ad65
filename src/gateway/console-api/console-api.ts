/** Mounts the gateway's API from the table of operations, and the operators' page. */
import compress from '@fastify/compress';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { Logger } from '@temporalio/common';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Config } from '../../config/config';
import { allOperations } from '../../operations/all-operations';
import type { OperationAccess } from '../../client/access';
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

/** The largest input of most operations is a list of thousands of term ids. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Stricter than helmet's defaults: the page needs only its own files. */
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
  // The gateway speaks plain HTTP, so HSTS is up to the TLS proxy.
  strictTransportSecurity: false,
};

export interface ApiSurroundings {
  config: Config;
  logger: Logger;
  guard: Guard;
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
    // Requests are not decompressed, because a small body could expand without limit.
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
    // Hundreds of edits take longer than the idle timeout of a connection.
    if (request.user !== null && request.method !== 'PUT') request.socket.setTimeout(0);
  });

  const streams = new OpenStreams();
  // An open stream would delay the shutdown; its client reconnects by itself.
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
  // Created on first use, to keep the start fast.
  const described = (): string =>
    (description ??= JSON.stringify(openApi({ operations, routes }, config.consoleUrl)));
  mountOperations(app, { operations, routes }, { access, whoIs });
}
