/**
 * The shared part of both services: one path for every request (faults, the handler, the journal, the reply), so that
 * both misbehave and are recorded alike.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxClock } from './clock';
import type { CommandLog } from './command-log';
import type { FaultRule, Faults } from './faults';
import type { Journal } from './journal';
import type { SandboxProfile } from './profile';
import type { RandomSource } from './random-source';

export interface SandboxContext {
  profile: SandboxProfile;
  clock: SandboxClock;
  random: RandomSource;
  commandLog: CommandLog;
  faults: Faults;
  journal: Journal;
  /** The address of the sandbox, known only once it listens. */
  origin: () => string;
}

export interface ServiceRequest {
  /** The documented endpoint: `POST /posts/{postId}/publish`. */
  endpoint: string;
  method: string;
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  path: Readonly<Record<string, string>>;
  traceId: string;
  /** The caller's index in the profile, set in a replay: a signature cannot be checked again later. */
  caller?: number;
}

export interface Outcome {
  data: unknown;
  /** The change at the service; absent where there was none. */
  effect?: string | null;
  ids?: Record<string, string>;
  meta?: object;
}

export interface ServiceReply {
  httpStatus: number;
  headers?: Record<string, string>;
  /** The body, made at once: a reply that a fault delays has the state of its call. */
  text: string;
  code: number | string;
  effect: string | null;
  owner: string | null;
  ids: Record<string, string>;
}

export interface SandboxService {
  name: 'localization' | 'social';
  prefix: string;
  /** The documented endpoints; `{name}` marks a path parameter. */
  endpoints: readonly string[];
  /** Endpoints without a change that outlives a restart. */
  forgettable: readonly string[];
  /**
   * Authenticates the caller, calls `onAdmitted`, and handles the request: synchronously, unless the call itself waits.
   */
  handle(request: ServiceRequest, onAdmitted?: (caller: number) => void): Promise<ServiceReply>;
  refuse(fault: FaultRule): ServiceReply;
}

export type AlterReply = (endpoint: string, text: string) => string;

export function mountService(
  app: FastifyInstance,
  service: SandboxService,
  context: SandboxContext,
  alter: AlterReply = (_endpoint, text) => text,
): void {
  for (const endpoint of service.endpoints) {
    const [method, path] = endpoint.split(' ') as [string, string];
    app.route({
      method,
      url: service.prefix + path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const { clock, journal } = context;
        const call = requestOf(endpoint, request);
        const { fault, pending } = clock.moment(() => begin(service, context, call));
        const response = await pending;
        recordRequest(journal, service, endpoint, response, fault?.do ?? null);
        if (await misbehave(fault, request, reply)) return reply;
        return reply
          .status(response.httpStatus)
          .headers({ date: new Date(clock.wallMs()).toUTCString(), ...response.headers })
          .type('application/json; charset=utf-8')
          .send(alter(endpoint, response.text));
      },
    });
  }
}

function requestOf(
  endpoint: string,
  { method, body, headers, query, params }: FastifyRequest,
): ServiceRequest {
  return {
    endpoint,
    method,
    rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    headers,
    query: query as Record<string, unknown>,
    path: params as Record<string, string>,
    traceId: newTraceId(),
  };
}

function begin(
  service: SandboxService,
  context: SandboxContext,
  call: ServiceRequest,
): { fault: FaultRule | null; pending: ServiceReply | Promise<ServiceReply> } {
  const { endpoint, traceId, path, headers, rawBody } = call;
  const fault = strikeRequest(context, endpoint);
  // A call that is reset is refused here, so that no work is done. Where only the reply is lost, the work goes on.
  if (fault?.do === 'refuse' || fault?.do === 'reset') return { fault, pending: service.refuse(fault) };
  const pending = service.handle(call, (caller) => {
    if (call.method === 'GET' || service.forgettable.includes(endpoint)) return;
    const key = headers['idempotency-key'];
    context.commandLog.write({
      kind: 'request',
      service: service.name,
      endpoint,
      caller,
      traceId,
      path: { ...path },
      ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
      body: rawBody.toString('utf8'),
      fault: fault?.do ?? null,
    });
  });
  return { fault, pending };
}

export function strikeRequest({ faults, commandLog }: SandboxContext, endpoint: string): FaultRule | null {
  if (faults.watches(endpoint)) commandLog.write({ kind: 'occurrence', endpoint });
  return faults.strike('request', endpoint);
}

/** Not drawn from the seed: reads have a trace id too, and are not logged. */
export function newTraceId(): string {
  return `trace_${randomBytes(8).toString('hex')}`;
}

export function recordRequest(
  journal: Journal,
  { name }: SandboxService,
  endpoint: string,
  { owner, code, effect, ids }: ServiceReply,
  fault: string | null,
): void {
  const answered = reachesClient(fault);
  journal.add({
    kind: 'request',
    service: name,
    subject: endpoint,
    owner,
    code,
    effect,
    answered,
    fault,
    ids,
  });
}

export function reachesClient(fault: string | null): boolean {
  return fault === null || fault === 'refuse' || fault === 'delay';
}

/** Applies a fault to a reply that has not begun. Returns whether the fault has dealt with the reply. */
export async function misbehave(
  fault: FaultRule | null,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  switch (fault?.do) {
    case 'reset':
    case 'lose-reply':
      reply.hijack();
      raw.socket.resetAndDestroy();
      return true;
    case 'garbage':
      void reply
        .status(fault.status ?? 200)
        .type('text/html')
        .send(fault.body ?? '<html><body>Something else</body></html>');
      return true;
    case 'endless': {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/json' });
      reply.raw.write('{"success":true,"data":"');
      const drip = setInterval(() => reply.raw.write(' '), 50);
      reply.raw.on('close', () => clearInterval(drip));
      return true;
    }
    case 'delay':
      // Real time, because it tests the client's timeouts. A closed sandbox does not wait for it.
      await new Promise((resolve) => setTimeout(resolve, fault.ms).unref());
      return false;
    default:
      return false;
  }
}
