/**
 * Charges every request to its caller's budget before its body is read. The claim ends when the response and all work
 * of the request have ended, so that closing the connection frees nothing. The hooks cover every route.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';
import { finished } from 'node:stream';
import { onBehalfOf } from '../files/call-apart';
import { refusal } from '../operations/failure';
import type { Config } from '../config/config';
import { constantTimeEqual } from '../http/secret';
import { OverBudget, type RequestBudget, type Caller, type Claim } from './budget';
import { fail } from './http-app';
import { projectCalledBack } from './callback-routes';
import type { Guard } from './console-api/guard';

declare module 'fastify' {
  interface FastifyContextConfig {
    isStream?: boolean;
    isSignIn?: boolean;
  }
  interface FastifyRequest {
    underWay: RequestUnderWay;
  }
}

class RequestUnderWay {
  /** The response and each running piece of work count as one. */
  #open = 1;
  #isClosed = false;

  constructor(readonly claim: Claim) {}

  /** Keeps the claim until the work has ended, even after a disconnect. */
  during<Result>(work: () => Result): Result {
    // Work for a closed connection is not started.
    if (this.#isClosed) throw refusal(499, 'hung_up', 'The connection was closed. Nothing was done.');
    this.#open += 1;
    let result: Result;
    try {
      const { kind, name } = this.claim.caller;
      result = onBehalfOf(`${kind} ${name}`, work);
    } catch (error) {
      this.#end();
      throw error;
    }
    if (result instanceof Promise) result.then(this.#end, this.#end);
    else this.#end();
    return result;
  }

  responded(): void {
    this.#isClosed = true;
    this.#end();
  }

  readonly #end = (): void => {
    this.#open -= 1;
    if (this.#open === 0) this.claim.end();
  };
}

export function mountBudget(
  app: FastifyInstance,
  budget: RequestBudget,
  callerOf: (request: FastifyRequest) => Promise<Caller>,
): void {
  app.decorateRequest('underWay');
  app.addHook('onRequest', async (request, reply) => {
    const { isStream = false, isSignIn = false } = request.routeOptions.config;
    try {
      const weight = { bytes: bytesOf(request), isStream, isSignIn };
      request.underWay = new RequestUnderWay(budget.beginRequest(await callerOf(request), weight));
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      return fail(comeAgain(reply, error), error.status, error.failure);
    }
    finished(reply.raw, () => request.underWay.responded());
    return undefined;
  });
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function underWay(request, reply): unknown {
      return request.underWay.during(() => handler.call(this, request, reply));
    };
  });
  app.addHook('onError', (_request, reply, error, done) => {
    if (error instanceof OverBudget) comeAgain(reply, error);
    done();
  });
}

function comeAgain(reply: FastifyReply, { retryAfterS }: OverBudget): FastifyReply {
  return reply.header('retry-after', retryAfterS);
}

/** An upper bound: a body of unknown length may reach the route's limit. A longer one is refused unread. */
function bytesOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  const declared = Number(headers['content-length'] ?? 0);
  return declared > bodyLimit ? 0 : declared;
}

/** Counts a /64 network as one caller, because an IPv6 client usually has a whole one. */
export function callerAtAddress(address: string): Caller {
  return { kind: 'address', name: isIPv6(address) ? networkOf(address) : address };
}

function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const { hostname } = new URL(`http://[${address.split('%')[0] ?? ''}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Monitoring has its own budget, so that other requests from its address cannot block it. */
const PROBED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** Identifies the caller whose budget is charged. Authorization is up to each route. */
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
