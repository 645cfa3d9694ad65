/** The localization service: every request is authenticated, parsed, handled by its endpoint and enveloped. */
import type { FaultRule } from '../faults';
import type { SandboxProfile } from '../profile';
import { localizationForm, withTextIds } from '../readings/forms';
import { Refusal } from '../refusal';
import {
  newTraceId,
  type SandboxContext,
  type SandboxService,
  type ServiceReply,
  type ServiceRequest,
} from '../service';
import { taskFinder, type Handlers, type LocalizationContext } from './handler';
import { exportHandlers } from './ini-export';
import { languageHandlers } from './languages';
import { Pipeline } from './pipeline';
import { createProject, type Project, type ProjectString, type Task } from './project-state';
import { publishHandlers } from './publish-handlers';
import { CallbackSender } from './send-callbacks';
import { authenticate } from './signature';
import { SignedFiles } from './signed-files';
import type { Download } from './source-strings';
import { supplementHandlers } from './supplement-handlers';
import { taskHandlers } from './task-handlers';
import { templateHandlers } from './template-handlers';
import { taskTermHandlers } from './term-handlers';
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
  /** The exported files, which have links of their own. */
  readonly files: SignedFiles;
  readonly #context: LocalizationContext;
  readonly #projects: readonly Project[];
  readonly #pipeline: Pipeline;
  readonly #handlers: Handlers;
  #calls = 0;

  constructor(shared: SandboxContext) {
    const { profile, clock, random } = shared;
    this.#projects = profile.projects.map((seed) => createProject(seed, clock.nowMs(), random));
    const context = {
      ...shared,
      callbacks: new CallbackSender(shared),
      findTask: taskFinder(this.#projects),
    };
    this.#context = context;
    this.#pipeline = new Pipeline(context);
    this.files = new SignedFiles(context);
    this.#handlers = {
      ...taskHandlers(context, this.#pipeline),
      ...taskTermHandlers(context, this.#pipeline),
      ...supplementHandlers(context),
      ...publishHandlers(context),
      ...exportHandlers(context, this.files),
      ...templateHandlers(context),
      ...termbaseHandlers(context),
      ...languageHandlers(context),
    };
    this.endpoints = Object.keys(this.#handlers);
  }

  async handle(
    request: ServiceRequest,
    onAdmitted: (caller: number) => void = () => undefined,
  ): Promise<ServiceReply> {
    const { traceId } = request;
    const { profile } = this.#context;
    const known: Pick<ServiceReply, 'owner' | 'ids'> = { owner: null, ids: { trace_id: traceId } };
    try {
      const project = this.#callerOf(request);
      onAdmitted(this.#projects.indexOf(project));
      known.owner = project.id;
      requireSize(request, profile);
      const input = withTextIds(profile.readings, readBody(request));
      Object.assign(known.ids, namedIds(input));
      const handler = this.#handlers[request.endpoint];
      if (handler === undefined) throw new Refusal(404, 'no such endpoint');
      const { data, effect = null, ids } = await handler({ project, input, traceId });
      Object.assign(known.ids, ids);
      const body = { success: true, code: 0, msg: 'ok', trace_id: traceId, data } as const;
      const { text } = this.#inForm({ httpStatus: 200, body });
      return { ...known, httpStatus: 200, text, code: 0, effect };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#refused(error, known);
    }
  }

  refuse({ code, message = 'refused on request', retryAfter }: FaultRule): ServiceReply {
    const refusal = new Refusal(typeof code === 'number' ? code : 500, message, { retryAfter });
    return this.#refused(refusal, { owner: null, ids: { trace_id: newTraceId() } });
  }

  /** Stands for the button in the service's own console: it races the confirm-terms call, and the first to act wins. */
  confirmInConsole(task_id: string): { task_id: string; job_id: string; confirmed_by: 'console' } {
    const { job_id } = this.#pipeline.confirm(this.#find(task_id), 'console');
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
    this.#pipeline.downloaded(this.#find(task_id), download);
  }

  /** Must be called once the logged commands have been replayed. */
  resume(): void {
    this.#pipeline.resume();
  }

  async close(): Promise<void> {
    this.#pipeline.close();
    await this.#context.callbacks.close();
  }

  #callerOf(request: ServiceRequest): Project {
    const { caller } = request;
    if (caller === undefined) {
      this.#limitRate();
      return authenticate(request, this.#projects, this.#context.clock.wallMs());
    }
    const project = this.#projects[caller];
    if (project === undefined) throw new Error('the profile has no such project');
    return project;
  }

  /** Refuses one call in nine, where the profile has it: the service's limit is not documented. */
  #limitRate(): void {
    if (this.#context.profile.readings['rate-limit'] === 'none') return;
    this.#calls += 1;
    if (this.#calls % 9 === 0) throw new Refusal(429, 'too many requests', { retryAfter: '1' });
  }

  #find(task_id: string): Task {
    const found = this.#projects.map(({ tasks }) => tasks.get(task_id)).find((task) => task !== undefined);
    if (found === undefined) throw new Refusal(404, 'task not found');
    return found;
  }

  #refused(
    { code: given, message: msg, more }: Refusal,
    known: Pick<ServiceReply, 'owner' | 'ids'>,
  ): ServiceReply {
    const code = Number(given);
    const { httpStatus = code >= 400 && code <= 599 ? code : 500, retryAfter } = more;
    const trace_id = known.ids.trace_id ?? '';
    const body = { success: false, code, msg, trace_id, data: null } as const;
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    return { ...known, ...this.#inForm({ httpStatus, body }), headers, code, effect: null };
  }

  #inForm(reply: Parameters<typeof localizationForm>[1]): Pick<ServiceReply, 'httpStatus' | 'text'> {
    const { httpStatus, body } = localizationForm(this.#context.profile.readings, reply);
    return { httpStatus, text: JSON.stringify(body) };
  }
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
