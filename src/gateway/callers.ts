/** Who asks, as far as it shows: whose budget a request is taken off. What they may do is for each route to say. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { constantTimeEqual } from '../http/constant-time-equal';
import type { Caller } from './budget';
import { projectCalledBack } from './callback-routes';
import type { Guard } from './console-api/guard';
import { callerAtAddress } from './request-budget';

/** What watches this process must hear from it, however much others ask from the same address. */
const PROBED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

export function callersOf(config: Config, guard: Guard): (request: FastifyRequest) => Promise<Caller> {
  return async (request) => {
    const atAddress = callerAtAddress(request.ip);
    if (PROBED.has(request.routeOptions.url)) return { ...atAddress, kind: 'probe' };
    const project = projectCalledBack(request, config);
    if (project !== null) return { kind: 'service', name: project };
    const name = isCodec(request, config) ? 'codec' : await guard.nameOf(request);
    return name === null ? atAddress : { kind: 'operator', name };
  };
}

function isCodec({ headers }: FastifyRequest, { codec }: Config): boolean {
  return codec !== null && constantTimeEqual(headers.authorization ?? '', `Bearer ${codec.token.reveal()}`);
}
