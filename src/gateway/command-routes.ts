/** What commands ask for over the gateway: the same operations as on a machine of their own, for whom the token is. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { openArchive } from '../client/archived-releases';
import { BadRequest, NotThere } from '../client/errors';
import { ReleaseClient } from '../client/release-client';
import { ServiceClients } from '../client/service-clients';
import { WorkClient } from '../client/work-client';
import { expectedFailure, type Failure } from '../operations/failure';
import type { Operation, OperationAccess, Who } from '../operations/operation';
import { operationCalled } from '../operations/all-operations';
import { perform } from '../operations/perform';
import { exitCode } from '../domain/exit-code';
import type { Speaker } from '../mcp/tool';
import { isTemporalAway } from '../temporal/temporal-fault';
import { TemporalUnreachable } from '../temporal/temporal-unreachable';
import { refuseAsJson, requireRole, speakerOf, UNEXPECTED } from './bearer';
import { takeJsonOnly } from './json-bodies';
import { ApiRefusal } from './console-api/api-refusal';
import { BoundedClients } from './console-api/bounded-clients';
import { mountContents } from './content-routes';
import { proven } from './operator-proofs';
import { mountStatusStream } from './status-stream';
import type { ToolSurroundings } from './tool-routes';

/** Terms for a termbase, or the strings of a plan, are the largest thing anybody sends in one piece. */
const MOST_BODY_BYTES = 16 * 1024 * 1024;

const commandParams = z.object({ name: z.string().max(100) });
const commandBody = z.strictObject({ as: z.string().max(200).exactOptional(), said: z.unknown() });

export function mountCommands(
  app: FastifyInstance,
  { calls, config, logger, store, budget }: ToolSurroundings,
): void {
  void app.register((scope, _options, done) => {
    const { client } = calls;
    const services = new ServiceClients(config);
    const { localization, social } = services;
    scope.addHook('onClose', () => services.close());
    takeJsonOnly(scope);
    refuseAsJson(scope, logger);
    const archive = openArchive(config);
    const releases = new ReleaseClient(client, archive);
    const works = new WorkClient(client, config);
    const access: OperationAccess = {
      ...{ config, client, store, archive, releases, works, localization, social },
      readsFiles: false,
    };
    scope.addHook('onRequest', (request, reply, next) => {
      reply.header('cache-control', 'no-store');
      // Before the body is read.
      speakerOf(config.operators, request);
      // Hundreds of edits take longer than a silent connection is kept.
      if (request.method === 'POST') request.socket.setTimeout(0);
      next();
    });

    scope.post('/api/commands/:name', { bodyLimit: MOST_BODY_BYTES }, async (request, reply) => {
      const speaker = speakerOf(config.operators, request);
      const { name } = commandParams.parse(request.params);
      const operation = await operationCalled(name);
      if (operation === null) throw new ApiRefusal(404, 'not-found', `There is no command ${name}.`);
      requireRole(speaker, operation.role);
      const { data: body } = commandBody.safeParse(request.body);
      if (body === undefined)
        throw new ApiRefusal(400, 'bad-request', 'This is not a valid command request.');
      try {
        requireOwnName(speaker, body.as);
        const answer = await calls.within(operation.boundMs, () =>
          perform(operation, access, body.said, whoIs(speaker)),
        );
        return { answer };
      } catch (error) {
        const failure = failureOf(asTemporalAway(error, operation), request);
        return reply.status(statusOf(failure, error)).send({ failure });
      }
    });
    const { operators } = config;
    const clients = new BoundedClients(calls, archive);
    mountStatusStream(scope, {
      clients,
      operators,
      failureOf: (error, request) => failureOf(asTemporalAway(error, { role: 'read' }), request),
    });
    mountContents(scope, { store, releases, works, operators, budget });
    done();

    /** The token is proof enough. */
    function whoIs({ name: by }: Speaker): Who {
      return {
        name: () => by,
        prove: (said) => Promise.resolve({ by, ...proven(config, { ...said, by }) }),
      };
    }

    /** As the command itself would have failed. */
    function failureOf(error: unknown, { routeOptions }: FastifyRequest): Failure {
      const expected = expectedFailure(error);
      if (expected !== null) return { ...expected, message: placed(expected) };
      logger.error('A request failed.', { route: routeOptions.url, error });
      return { code: 'unexpected', message: UNEXPECTED, exitCode: exitCode.unexpected };
    }
  });
}

/** One that says more stays as it is. */
function asTemporalAway(error: unknown, { role }: Pick<Operation, 'role'>): unknown {
  if (!isTemporalAway(error) || error instanceof TemporalUnreachable) return error;
  const message =
    role === 'read'
      ? 'Temporal does not answer the gateway. Nothing is lost. Try again soon.'
      : 'Temporal no longer answers the gateway. It is not known whether this was done. Check before you try again.';
  return new TemporalUnreachable(message, { cause: error });
}

/** Variables and files that a message names are not those of who reads it. */
function placed({ code, message }: Failure): string {
  return code === 'configuration' || code === 'store' ? `At the gateway: ${message}` : message;
}

function statusOf(failure: Failure, error: unknown): number {
  if (error instanceof NotThere) return 404;
  switch (failure.exitCode) {
    case exitCode.unexpected:
      return 500;
    case exitCode.temporalUnreachable:
      return 503;
    case exitCode.service:
      return 502;
    default:
      return 409;
  }
}

function requireOwnName({ name }: Speaker, as: string | undefined): void {
  if (as !== undefined && as !== name)
    throw new BadRequest(`The token is the token of ${name}, not of ${as}. Nothing was done.`);
}
