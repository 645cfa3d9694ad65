/**
 * Takes what every request costs off the budget of its caller, before anything of it is read. What was taken is given
 * back when the response is over and all work that the request began has ended: whoever hangs up has not made room.
 * It is mounted before every route, so that no route can do without it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';
import { finished } from 'node:stream';
import { onBehalfOf } from '../files/call-apart';
import { refusal } from '../operations/failure';
import type { Config } from '../config/config';
import { constantTimeEqual } from '../http/constant-time-equal';
import { OverBudget, type Budget, type Caller, type Claim } from './budget';
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
  /** The response, and each piece of work. */
  #open = 1;
  #isClosed = false;

  constructor(readonly claim: Claim) {}

  /** Does work that is under way until it has ended, whoever hangs up meanwhile. */
  during<Result>(work: () => Result): Result {
    // Nobody would hear of it, and nothing of it has begun.
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
  budget: Budget,
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

/** At most: what does not say how long it is may be as long as its route takes. What is longer is refused unread. */
function bytesOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  const declared = Number(headers['content-length'] ?? 0);
  return declared > bodyLimit ? 0 : declared;
}

/** Whoever has an address of version 6 has a whole network of them. */
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

/** What watches this process must hear from it, however much others ask from the same address. */
const PROBED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** Who asks, as far as it shows: whose budget a request is taken off. What they may do is for each route to say. */
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
