/** The localization service: every request is authenticated, parsed, handled by its endpoint and enveloped. */
import type { FastifyInstance } from 'fastify';
import type { FaultRule } from '../faults';
import type { SandboxProfile } from '../profile';
import {
  newTraceId,
  type SandboxContext,
  type SandboxService,
  type ServiceReply,
  type ServiceRequest,
} from '../mount-service';
import { authenticate } from './signature';
import { CallbackSender } from './send-callbacks';
import { Exports } from './ini-export';
import { taskFinder, type Handlers, Refusal } from './handler';
import { languageHandlers } from './languages';
import { Pipeline } from './pipeline';
import { createProject, type Project, type ProjectString, type Task } from './project-state';
import { publishHandlers } from './publish-handlers';
import { localizationForm, withTextIds, type LocalizationEnvelope } from '../readings/forms';
import type { Download } from './source-strings';
import { supplementHandlers } from './supplement-handlers';
import { taskTermHandlers } from './term-handlers';
import { taskHandlers } from './task-handlers';
import { templateHandlers } from './template-handlers';
import { termbaseHandlers } from './termbase-handlers';

export class LocalizationSandbox implements SandboxService {
  readonly name = 'localization';
  readonly prefix = '/api/open/v1';
  readonly endpoints: readonly string[];
  readonly forgettable = [
    'POST /tasks/status',
    'POST /tasks/terms',
    'POST /tasks/publish-status',
    'POST /export/ini',
  ];
  readonly #projects: readonly Project[];
  readonly #callbacks: CallbackSender;
  readonly #pipeline: Pipeline;
  readonly #exports: Exports;
  readonly #handlers: Handlers;
  #calls = 0;

  constructor(private readonly context: SandboxContext) {
    const { profile, clock, random } = context;
    this.#projects = profile.projects.map((seed) => createProject(seed, clock.nowMs(), random));
    this.#callbacks = new CallbackSender(context);
    this.#pipeline = new Pipeline(context, this.#callbacks);
    this.#exports = new Exports(context);
    const findTask = taskFinder(this.#projects);
    this.#handlers = {
      ...taskHandlers(context, findTask, this.#pipeline),
      ...taskTermHandlers(context, findTask, this.#pipeline),
      ...supplementHandlers(context, findTask, this.#callbacks),
      ...publishHandlers(context, findTask, this.#callbacks),
      ...this.#exports.handlers,
      ...templateHandlers(context),
      ...termbaseHandlers(context, this.#callbacks),
      ...languageHandlers(context),
    };
    this.endpoints = Object.keys(this.#handlers);
  }

  async handle(
    request: ServiceRequest,
    onAdmitted: (caller: number) => void = () => undefined,
  ): Promise<ServiceReply> {
    const { traceId } = request;
    const reply: Pick<ServiceReply, 'owner' | 'ids'> = { owner: null, ids: { trace_id: traceId } };
    try {
      const project = this.#callerOf(request);
      onAdmitted(this.#projects.indexOf(project));
      reply.owner = project.id;
      requireSize(request, this.context.profile);
      const input = withTextIds(this.context.profile.readings, readBody(request));
      Object.assign(reply.ids, namedIds(input));
      const handler = this.#handlers[request.endpoint];
      if (handler === undefined) throw new Refusal(404, 'no such endpoint');
      const { data, effect, ids } = await handler({ project, input, traceId });
      Object.assign(reply.ids, ids);
      const body: LocalizationEnvelope = { success: true, code: 0, msg: 'ok', trace_id: traceId, data };
      return { ...reply, httpStatus: 200, body, code: 0, effect };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...reply, ...errorReply(error.code, error.message, traceId, error.httpStatus) };
    }
  }

  /** Refuses one call in nine, where the profile has it: the service's limit is not documented. */
  turnAway(): ServiceReply | null {
    if (this.context.profile.readings['rate-limit'] === 'none') return null;
    this.#calls += 1;
    if (this.#calls % 9 !== 0) return null;
    return this.refuse({ code: 429, message: 'too many requests', retryAfter: '1' });
  }

  inForm(_endpoint: string, { httpStatus, body }: ServiceReply): Pick<ServiceReply, 'httpStatus' | 'body'> {
    const envelope = body as LocalizationEnvelope;
    return localizationForm(this.context.profile.readings, { httpStatus, body: envelope });
  }

  refuse({ code, message, retryAfter }: Pick<FaultRule, 'code' | 'message' | 'retryAfter'>): ServiceReply {
    const traceId = newTraceId();
    return {
      ...errorReply(typeof code === 'number' ? code : 500, message ?? 'refused on request', traceId),
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      owner: null,
      ids: { trace_id: traceId },
    };
  }

  mountDownloads(app: FastifyInstance): void {
    this.#exports.mountDownloads(app);
  }

  /** Stands for the button in the service's own console: it races the confirm-terms call, and the first to act wins. */
  confirmInConsole(task_id: string): { task_id: string; job_id: string; confirmed_by: 'console' } {
    const { project, task } = this.#find(task_id);
    const { job_id } = this.#pipeline.confirm(project, task, 'console');
    return { task_id, job_id, confirmed_by: 'console' };
  }

  /** The published strings with their translations, to compare an export with. */
  projectStrings(projectId: string): { strings: ProjectString[] } {
    const strings = [...this.project(projectId).strings.values()];
    return {
      strings: strings.map(({ string_id, content, translations }) => ({ string_id, content, translations })),
    };
  }

  project(id: string): Project {
    const project = this.#projects.find((candidate) => candidate.id === id);
    if (project === undefined) throw new Refusal(404, 'project not found');
    return project;
  }

  downloaded(task_id: string, download: Download): void {
    this.#pipeline.downloaded(this.#find(task_id).task, download);
  }

  /** Must be called once the logged commands have been replayed. */
  resume(): void {
    this.#pipeline.resume();
  }

  async close(): Promise<void> {
    this.#pipeline.close();
    await this.#callbacks.close();
  }

  #callerOf(request: ServiceRequest): Project {
    if (request.caller === undefined) {
      return authenticate(request, this.#projects, this.context.clock.wallMs());
    }
    const project = this.#projects[request.caller];
    if (project === undefined) throw new Error('the profile has no such project');
    return project;
  }

  #find(task_id: string): { project: Project; task: Task } {
    for (const project of this.#projects) {
      const task = project.tasks.get(task_id);
      if (task !== undefined) return { project, task };
    }
    throw new Refusal(404, 'task not found');
  }
}

function errorReply(
  code: number,
  msg: string,
  trace_id: string,
  httpStatus = code >= 400 && code <= 599 ? code : 500,
): Pick<ServiceReply, 'httpStatus' | 'body' | 'code' | 'effect'> {
  const body: LocalizationEnvelope = { success: false, code, msg, trace_id, data: null };
  return { httpStatus, body, code, effect: null };
}

const SMALL_LIMIT_BYTES = 1024 * 1024;

/** The HTTP server itself enforces the larger limit. */
function requireSize({ endpoint, rawBody }: ServiceRequest, { readings }: SandboxProfile): void {
  const isSmall = readings['create-size-limit'] === '1mb' && endpoint === 'POST /tasks/create';
  if (isSmall && rawBody.length > SMALL_LIMIT_BYTES) throw new Refusal(413, 'the body is larger than 1 MB');
}

function readBody({ method, query, rawBody }: ServiceRequest): Record<string, unknown> {
  if (method === 'GET') return query;
  let value: unknown;
  try {
    value = JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new Refusal(400, 'the body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'the body is not an object');
  }
  return value as Record<string, unknown>;
}

/** Identifiers for searches in the journal, of refused calls too. */
function namedIds(input: Readonly<Record<string, unknown>>): Record<string, string> {
  const names = ['task_id', 'job_id', 'client_task_id', 'external_id', 'id'];
  return Object.fromEntries(
    names.flatMap((name) => (typeof input[name] === 'string' ? [[name, input[name]]] : [])),
  );
}
