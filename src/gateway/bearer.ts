/**
 * Programs that carry an operator's token. They speak here, never a page: what a browser sends on a page's behalf is
 * refused, so that no site can reach a gateway through somebody's browser.
 */
import type { Logger } from '@temporalio/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayAct, type Operators, type Role } from '../domain/roles';
import type { Speaker } from '../mcp/tool';
import { ApiRefusal, refusalOf } from './console-api/api-refusal';
import { noOperators } from './console-api/guard';
import { refuse } from './http-app';
import { operatorOfToken } from './operator-tokens';

export function speakerOf(operators: Operators, { headers }: FastifyRequest): Speaker {
  if (headers.origin !== undefined) {
    throw new ApiRefusal(403, 'cross-site', 'This request came from a page in a browser. Nothing was done.');
  }
  if (operators.size === 0) throw noOperators();
  const name = operatorOfBearer(operators, headers.authorization ?? '');
  const operator = name === null ? undefined : operators.get(name);
  if (name === null || operator === undefined) {
    throw new ApiRefusal(401, 'unsigned', "Send an operator's token: Authorization: Bearer TOKEN.");
  }
  return { name, role: operator.role };
}

/** Whose token it is, or null. */
export function operatorOfBearer(operators: Operators, authorization: string): string | null {
  const [, token] = /^Bearer ([\w.~+/=-]{1,200})$/i.exec(authorization) ?? [];
  return token === undefined ? null : operatorOfToken(operators, token);
}

export function requireRole({ name, role }: Speaker, needed: Role): void {
  if (!mayAct(role, needed))
    throw new ApiRefusal(403, 'role', `This needs the role ${needed}. ${name} has the role ${role}.`);
}

/** Every refusal in JSON; what nobody foresaw is logged, and not told. */
export function refuseAsJson(scope: FastifyInstance, logger: Logger): void {
  scope.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === null) return unexpected(logger, error, request, reply);
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
    return refuse(reply, refusal.status, refusal.error, refusal.message);
  });
}

export const UNEXPECTED = "Unexpected error. Please report it with the entry in the gateway's log.";

function unexpected(
  logger: Logger,
  error: unknown,
  { routeOptions }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  logger.error('A request failed.', { route: routeOptions.url, error });
  return refuse(reply, 500, 'internal', UNEXPECTED);
}
