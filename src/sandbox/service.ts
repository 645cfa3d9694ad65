/**
 * What both sandboxed services have in common: routes with handlers, and one way through which every request
 * goes (faults, the handler, the journal, the reply), so that each misbehaves and is recorded alike.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxClock } from './clock';
import type { FaultRule, Faults } from './faults';
import type { Journal } from './journal';

export interface SandboxContext {
  clock: SandboxClock;
  faults: Faults;
  journal: Journal;
  /** Address at which the sandbox is reached; known once it listens. */
  origin: () => string;
}

export interface ServiceRequest {
  /** As documented: `POST /posts/{postId}/publish`. */
  endpoint: string;
  method: string;
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  path: Readonly<Record<string, string>>;
}

export interface ServiceReply {
  httpStatus: number;
  headers?: Record<string, string>;
  body: unknown;
  code: number | string;
  /** What changed at the service; null where nothing did. */
  effect: string | null;
  owner: string | null;
  ids: Record<string, string>;
}

export interface SandboxService {
  name: 'localization' | 'social';
  /** Path before every route, for example `/api/v1`. */
  prefix: string;
  /** Endpoints as documented; `{name}` marks a path parameter. */
  endpoints: readonly string[];
  handle(request: ServiceRequest): ServiceReply | Promise<ServiceReply>;
  /** An error in this service's own form. */
  refuse(fault: FaultRule): ServiceReply;
}

export function mountService(app: FastifyInstance, service: SandboxService, context: SandboxContext): void {
  for (const endpoint of service.endpoints) {
    const [method, path] = endpoint.split(' ') as [string, string];
    app.route({
      method,
      url: service.prefix + path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => pass(service, context, endpoint, request, reply),
    });
  }
}

async function pass(
  service: SandboxService,
  { clock, faults, journal }: SandboxContext,
  endpoint: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = faults.strike('request', endpoint);
  const refused = fault?.do === 'refuse' || fault?.do === 'reset';
  const answer = refused
    ? service.refuse(fault)
    : await service.handle({
        endpoint,
        method: request.method,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        headers: request.headers,
        query: request.query as Record<string, unknown>,
        path: request.params as Record<string, string>,
      });
  journal.add({
    kind: 'request',
    service: service.name,
    subject: endpoint,
    owner: answer.owner,
    code: answer.code,
    effect: answer.effect,
    answered: fault === null || fault.do === 'refuse' || fault.do === 'delay',
    fault: fault?.do ?? null,
    ids: answer.ids,
  });
  switch (fault?.do) {
    case 'reset':
    case 'lose-reply':
      return breakConnection(request, reply);
    case 'endless':
      return beginEndlessReply(reply);
    case 'garbage':
      return reply
        .status(fault.status ?? 200)
        .type('text/html')
        .send(fault.body ?? '<html><body>Something else</body></html>');
    case 'delay':
      // Real time: it is the client's patience that is being tried. A closed sandbox does not wait for it to end.
      await new Promise((resolve) => setTimeout(resolve, fault.ms).unref());
      break;
    default:
  }
  return reply
    .status(answer.httpStatus)
    .headers({ date: new Date(clock.wallMs()).toUTCString(), ...answer.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}

function breakConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
  return reply;
}

function beginEndlessReply(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'application/json' });
  reply.raw.write('{"success":true,"data":"');
  const drip = setInterval(() => reply.raw.write(' '), 50);
  reply.raw.on('close', () => clearInterval(drip));
  return reply;
}
