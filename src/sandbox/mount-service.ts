/**
 * What both sandboxed services have in common: routes with handlers, and one way through which every request
 * goes (faults, the handler, the journal, the reply), so that each misbehaves and is recorded alike.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxClock } from './clock';
import type { SandboxProfile } from './profile';
import type { RandomSource } from './random-source';
import type { FaultRule, Faults } from './faults';
import type { Journal } from './journal';
import type { CommandLog } from './command-log';

export interface SandboxContext {
  profile: SandboxProfile;
  clock: SandboxClock;
  random: RandomSource;
  commandLog: CommandLog;
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
  traceId: string;
  /** Place in the profile of whoever calls, where they were let in before: a signature is fresh only once. */
  caller?: number;
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
  /** Those that change nothing which outlives a restart. */
  forgettable: readonly string[];
  /** Lets the caller in, tells who it is, and does what it asks: all of it at once where no wait is asked for. */
  handle(request: ServiceRequest, onAdmitted?: (caller: number) => void): Promise<ServiceReply>;
  /** An error in this service's own form. */
  refuse(fault: FaultRule): ServiceReply;
  /** Turned away before anything is looked at; null where the call may come in. */
  turnAway(): ServiceReply | null;
  /** What is sent for an answer: the same, in the form that the profile's readings ask for. */
  inForm(endpoint: string, answer: ServiceReply): Pick<ServiceReply, 'httpStatus' | 'body'>;
}

/** Another text for a reply's. */
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
      handler: (request, reply) => pass(service, { ...context, alter }, endpoint, request, reply),
    });
  }
}

async function pass(
  service: SandboxService,
  context: SandboxContext & { alter: AlterReply },
  endpoint: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { clock, journal } = context;
  const call: ServiceRequest = {
    endpoint,
    method: request.method,
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    headers: request.headers,
    query: request.query as Record<string, unknown>,
    path: request.params as Record<string, string>,
    traceId: newTraceId(),
  };
  const { fault, answering } = clock.moment(() => begin(service, context, call));
  const answer = await answering;
  recordRequest(journal, { service, endpoint, answer, fault: fault?.do ?? null });
  if (fault?.do === 'endless') return beginEndlessReply(reply);
  if (await misbehave(fault, request, reply)) return reply;
  const { httpStatus, body } = service.inForm(endpoint, answer);
  return reply
    .status(httpStatus)
    .headers({ date: new Date(clock.wallMs()).toUTCString(), ...answer.headers })
    .type('application/json; charset=utf-8')
    .send(context.alter(endpoint, JSON.stringify(body)));
}

function begin(
  service: SandboxService,
  context: SandboxContext,
  call: ServiceRequest,
): { fault: FaultRule | null; answering: ServiceReply | Promise<ServiceReply> } {
  const fault = strikeRequest(context, call.endpoint);
  if (fault?.do === 'refuse' || fault?.do === 'reset') return { fault, answering: service.refuse(fault) };
  const turnedAway = service.turnAway();
  if (turnedAway !== null) return { fault, answering: turnedAway };
  const answering = service.handle(call, (caller) => {
    if (call.method !== 'GET' && !service.forgettable.includes(call.endpoint)) {
      remember(context, service, { ...call, caller }, fault);
    }
  });
  return { fault, answering };
}

function remember(
  { commandLog }: SandboxContext,
  { name }: SandboxService,
  { endpoint, caller, traceId, path, headers, rawBody }: ServiceRequest & { caller: number },
  fault: FaultRule | null,
): void {
  const key = headers['idempotency-key'];
  commandLog.write({
    kind: 'request',
    service: name,
    endpoint,
    caller,
    traceId,
    path: { ...path },
    ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    body: rawBody.toString('utf8'),
    fault: fault?.do ?? null,
  });
}

export function strikeRequest({ faults, commandLog }: SandboxContext, endpoint: string): FaultRule | null {
  if (faults.watches(endpoint)) commandLog.write({ kind: 'occurrence', endpoint });
  return faults.strike('request', endpoint);
}

/** Not one of the draws: what is only read has one too, and is not remembered. */
export function newTraceId(): string {
  return `trace_${randomBytes(8).toString('hex')}`;
}

interface AnsweredRequest {
  service: SandboxService;
  endpoint: string;
  answer: ServiceReply;
  fault: string | null;
}

export function recordRequest(journal: Journal, { service, endpoint, answer, fault }: AnsweredRequest): void {
  const { owner, code, effect, ids } = answer;
  journal.add({
    kind: 'request',
    service: service.name,
    subject: endpoint,
    owner,
    code,
    effect,
    answered: isAnswered(fault),
    fault,
    ids,
  });
}

export function isAnswered(fault: string | null): boolean {
  return fault === null || fault === 'refuse' || fault === 'delay';
}

/** What a fault makes of a reply that has not begun. Returns whether nothing more is to be sent. */
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
    case 'delay':
      // Real time: it is the client's patience that is being tried. A closed sandbox does not wait for it to end.
      await new Promise((resolve) => setTimeout(resolve, fault.ms).unref());
      return false;
    default:
      return false;
  }
}

function beginEndlessReply(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'application/json' });
  reply.raw.write('{"success":true,"data":"');
  const drip = setInterval(() => reply.raw.write(' '), 50);
  reply.raw.on('close', () => clearInterval(drip));
  return reply;
}
