/**
 * Client of the localization service: one method per endpoint, one request per call. It signs, sends, reads and
 * classifies failures. It never retries, because only the caller knows whether a repeat is safe.
 */
import { allPages, pageEnd, wholeList, type Page } from '../http/replies/all-pages';
import type { ExchangeReply } from '../http/exchange';
import type { DataOf, Table } from '../http/replies/facts';
import { interpret, type Interpreted, type RefusedReply } from '../http/replies/interpret';
import { queryString } from '../http/base-url';
import { headerCredentialFault, redactor, Secret } from '../http/secret';
import type { Effect } from '../http/service-error';
import {
  ServiceTransport,
  type CallOptions,
  type Endpoint,
  type TransportOptions,
} from '../http/service-transport';
import { errorCode, replies } from './replies';
import * as request from './requests';
import { sign } from './signature';
import { limits, type TemplateType } from './vocabulary';

export const API_PATH = '/api/open/v1';
/** A task may carry a hundred thousand strings. */
const CREATE_TIMEOUT_MS = 5 * 60_000;
/** The service gives up after five minutes. Our timeout must be longer, so that the service's own reply arrives. */
const EXPORT_TIMEOUT_MS = limits.exportTimeoutMs + 15_000;

/**
 * The documented code for a workflow that could not be triggered. From the service itself it means that nothing was
 * started; a proxy uses the same number for something else.
 */
const TRIGGER_FAILED = 502;
const triggers = ['POST /tasks/supplement-translate', 'POST /tasks/publish'];

/** An error of time zones stays below this. A larger difference may be forged, to collect signatures for later. */
const MOST_CORRECTION_MS = 25 * 60 * 60_000;

export interface LocalizationClientOptions extends TransportOptions {
  appKey: string;
  appSecret: Secret;
  /** Maps our field names of the create call to the service's, where they differ. */
  createFieldNames?: Readonly<Record<string, string>>;
  /** Whether the delete calls for terms take one id or a list. */
  termDeleteBody?: 'id' | 'ids';
  nowMs?: () => number;
  /** Called with the difference when calls begin to be signed with the service's time. */
  onClockCorrected?: (aheadMs: number) => void;
}

export interface Reply<Data> {
  data: Data;
  /** Tags the callbacks of the work that this call started. */
  traceId: string | null;
}

type Name = keyof typeof replies;
type List = 'GET /tasks/terms' | 'GET /terms' | 'GET /languages' | 'GET /export-templates';
type Data<Of extends Name> = DataOf<(typeof replies)[Of]>;

interface Call {
  query?: object;
  body?: object | Buffer;
  timeoutMs?: number;
}

interface SentCall<Of extends Name> {
  name: Of;
  reply: ExchangeReply;
  read: Interpreted<Data<Of>>;
  signedAtMs: number;
  signature: Secret;
}

export class LocalizationClient {
  readonly #transport: ServiceTransport;
  readonly #options: LocalizationClientOptions;
  readonly #nowMs: () => number;
  /** How far the service's clock is ahead of ours; 0 until a refusal shows that it matters. */
  #clockOffsetMs = 0;

  constructor(options: LocalizationClientOptions) {
    this.#transport = new ServiceTransport('localization', API_PATH, options);
    const fault = headerCredentialFault(options.appKey);
    if (fault !== null) throw new TypeError(`App Key ${fault}`);
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async createTask(task: request.CreateLargeTask, options?: CallOptions) {
    const body = await request.createBody(task, this.#options.createFieldNames ?? {});
    return this.#call('POST /tasks/create', { body, timeoutMs: CREATE_TIMEOUT_MS }, options);
  }

  taskStatus(query: { task_id: string }, options?: CallOptions) {
    return this.#call('GET /tasks/status', { query }, options);
  }

  taskTerms(query: request.PageQuery & { task_id: string }, options?: CallOptions) {
    return this.#page('GET /tasks/terms', query, options);
  }

  updateTaskTerm(body: request.UpdateTaskTerm, options?: CallOptions) {
    return this.#call('POST /tasks/terms/update', { body }, options);
  }

  deleteTaskTerm({ task_id, id }: { task_id: string; id: string }, options?: CallOptions) {
    const body = { task_id, ...this.#termToDelete(id) };
    return this.#call('POST /tasks/terms/delete', { body }, options);
  }

  confirmTerms(body: { task_id: string }, options?: CallOptions) {
    return this.#call('POST /tasks/confirm-terms', { body }, options);
  }

  async supplementTranslate(body: request.SupplementTranslate, options?: CallOptions) {
    const name = 'POST /tasks/supplement-translate';
    this.#checkSize(name, 'target_languages', body.target_languages.length, limits.supplementLanguages);
    return this.#call(name, { body }, options);
  }

  publishTask(body: request.PublishTask, options?: CallOptions) {
    return this.#call('POST /tasks/publish', { body }, options);
  }

  publishStatus(query: { job_id: string }, options?: CallOptions) {
    return this.#call('GET /tasks/publish-status', { query }, options);
  }

  /** The call may be repeated: it only creates a new link each time. */
  exportIni(body: request.ExportIni, options?: CallOptions) {
    return this.#call('POST /export/ini', { body, timeoutMs: EXPORT_TIMEOUT_MS }, options);
  }

  /** `isPart`: the service reports more templates than could be read. */
  async listTemplates(query: { type: TemplateType }, options?: CallOptions) {
    const name = 'GET /export-templates';
    const { items, isPart, traceId } = await this.#list(name, options, (parameters) =>
      this.#page(name, { ...query, ...parameters }, options),
    );
    return { data: { templates: items, isPart }, traceId };
  }

  getTemplate(query: request.TemplateRef, options?: CallOptions) {
    return this.#call('GET /export-templates/get', { query }, options);
  }

  createTemplate(body: request.CreateTemplate, options?: CallOptions) {
    return this.#call('POST /export-templates/create', { body }, options);
  }

  updateTemplate(body: request.UpdateTemplate, options?: CallOptions) {
    return this.#call('POST /export-templates/update', { body }, options);
  }

  deleteTemplate(body: request.TemplateRef, options?: CallOptions) {
    return this.#call('POST /export-templates/delete', { body }, options);
  }

  async uploadTerms(body: request.UploadTerms, options?: CallOptions) {
    const name = 'POST /terms/create';
    this.#checkSize(name, 'terms', body.terms.length, limits.uploadTerms);
    return this.#call(name, { body }, options);
  }

  async updateTerms(body: { terms: readonly request.TermChange[] }, options?: CallOptions) {
    const name = 'POST /terms/update';
    this.#checkSize(name, 'terms', body.terms.length, limits.updateTerms);
    return this.#call(name, { body }, options);
  }

  deleteTerm({ id }: { id: string }, options?: CallOptions) {
    return this.#call('POST /terms/delete', { body: this.#termToDelete(id) }, options);
  }

  queryTerms(query: request.TermbaseQuery, options?: CallOptions) {
    return this.#page('GET /terms', query, options);
  }

  async languages(options?: CallOptions) {
    const name = 'GET /languages';
    const { items, isPart, traceId, extent } = await this.#list(name, options, (parameters) =>
      this.#page(name, parameters, options),
    );
    if (isPart) {
      const part = `only ${extent.read} of ${extent.total ?? 0} languages were listed`;
      throw this.#transport.failure(endpointOf(name), 'unreadable', 'none', part);
    }
    return { data: items.map(({ code, name }) => ({ code, name })), traceId };
  }

  async #list<Found extends Page<{ id: string }>>(
    endpoint: List,
    options: CallOptions | undefined,
    page: (parameters: request.PageQuery) => Promise<Reply<Found>>,
  ) {
    let traceId: string | null = null;
    const read = async (parameters: object): Promise<Found> => {
      const reply = await page(parameters);
      traceId ??= reply.traceId;
      return reply.data;
    };
    const list = { service: 'localization', endpoint, isNumbered: false, read } as const;
    return { ...(await wholeList(allPages(list, options?.signal))), traceId };
  }

  #termToDelete(id: string): { id: string } | { ids: string[] } {
    return this.#options.termDeleteBody === 'ids' ? { ids: [id] } : { id };
  }

  /** Refuses a call that the service would refuse for its size, before anything is spent on it. */
  #checkSize(name: Name, field: string, count: number, limit: number): void {
    if (count > limit) {
      const fault = `not sent: ${field} is ${count}, but the service allows at most ${limit}`;
      throw this.#transport.failure(endpointOf(name), 'invalid', 'none', fault);
    }
  }

  async #call<Of extends Name>(name: Of, call: Call, options?: CallOptions): Promise<Reply<Data<Of>>> {
    const { data, trace } = this.#read(await this.#sendOnTime(name, call, options));
    return { data, traceId: trace };
  }

  async #page<Of extends List>(name: Of, query: request.PageQuery, options?: CallOptions) {
    this.#checkSize(name, 'page_size', query.page_size ?? 0, limits.pageSize);
    const sent = await this.#sendOnTime(name, { query }, options);
    const { data, trace, body, inner } = this.#read(sent);
    return { data: { ...data, ...pageEnd(inner, body, sent.reply) }, traceId: trace };
  }

  async #sendOnTime<Of extends Name>(name: Of, call: Call, options: CallOptions = {}): Promise<SentCall<Of>> {
    const sent = await this.#send(name, call, options);
    return this.#correctClock(sent) ? this.#send(name, call, options) : sent;
  }

  async #send<Of extends Name>(name: Of, call: Call, options: CallOptions): Promise<SentCall<Of>> {
    const body = bodyOf(call);
    const signedAtMs = this.#nowMs() + this.#clockOffsetMs;
    const timestamp = String(Math.floor(signedAtMs / 1000));
    const signature = new Secret(sign(timestamp, body, this.#options.appSecret.reveal()));
    const endpoint = endpointOf(name, call.timeoutMs);
    const reply = await this.#transport.send(endpoint, {
      target: endpoint.path + queryString(call.query),
      headers: {
        'x-svc-appkey': this.#options.appKey,
        'x-svc-timestamp': timestamp,
        'x-svc-sign': signature.reveal(),
      },
      body,
      signal: options.signal,
    });
    const read = interpret(reply, replies[name] as Table<Data<Of>>, errorCode);
    return { name, reply, read, signedAtMs, signature };
  }

  /**
   * A 401 whose `Date` shows that the request's time is outside the signature window is a refusal before any work, so
   * the one call may be sent again with the service's time. The correction is bounded, because somebody on the way
   * could otherwise collect signatures for years to come.
   */
  #correctClock({ reply, read, signedAtMs }: SentCall<Name>): boolean {
    if (read.outcome !== 'refused' || read.code !== 401) return false;
    const serviceMs = Date.parse(String(reply.headers.date));
    // A Date header has whole seconds only.
    const outside = Math.abs(serviceMs - signedAtMs) >= limits.signatureWindowMs - 1000;
    const aheadMs = serviceMs - this.#nowMs();
    if (!outside || Math.abs(aheadMs) > MOST_CORRECTION_MS) return false;
    this.#clockOffsetMs = aheadMs;
    this.#options.onClockCorrected?.(aheadMs);
    return true;
  }

  #read<Of extends Name>(sent: SentCall<Of>): Extract<Interpreted<Data<Of>>, { outcome: 'ok' }> {
    const { name, reply, read, signature } = sent;
    if (read.outcome === 'ok') return read;
    const isRefused = read.outcome === 'refused';
    throw this.#transport.failureOf(endpointOf(name), reply, read, {
      redact: redactor([this.#options.appSecret, signature]),
      effect: isRefused ? effectOf(name, read, reply.status) : read.effect,
      note: isRefused && read.code === 401 ? this.#clockNote(sent) : '',
      nowMs: this.#nowMs(),
    });
  }

  /** Explains why a correct signature may be refused; empty where the clocks agree well enough. */
  #clockNote({ reply }: SentCall<Name>): string {
    const aheadMs = Date.parse(String(reply.headers.date)) - this.#nowMs();
    if (!(Math.abs(aheadMs) > MOST_CORRECTION_MS)) return '';
    const hours = Math.round(Math.abs(aheadMs) / 3_600_000);
    return `the clock of this machine is ${hours} hours ${aheadMs > 0 ? 'behind' : 'ahead of'} that of the service; set it. `;
  }
}

function bodyOf({ body }: Call): string | Buffer {
  if (body === undefined) return '';
  return Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

/** The export is a read too, although it is a POST. */
function endpointOf(name: Name, timeoutMs?: number): Endpoint {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  const reads = method === 'GET' || name === 'POST /export/ini';
  return { method, path, reads, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

/**
 * Below 500 the service refused the request as it stood; from 500 on it may have done a part of it. A code outside the
 * documented kind shows neither, so the HTTP status decides.
 */
function effectOf(name: Name, { code, isOwn }: RefusedReply, httpStatus: number): Effect {
  if (code === TRIGGER_FAILED && isOwn && triggers.includes(name)) return 'none';
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : httpStatus;
  return status >= 400 && status < 500 && status !== 408 ? 'none' : 'unknown';
}
