/**
 * Client of the localization service: one method per endpoint, one request per call. It signs, sends, reads and
 * tells what a failure means; it never retries, because only the caller knows whether a repeat is safe.
 */
import type * as z from 'zod';
import type { ExchangeReply } from '../http/exchange';
import { queryString } from '../http/query-string';
import { toldLimitOf } from '../http/told-limit';
import { retryAfterMs } from '../http/retry-after';
import { headerCredentialFault, redactor, Secret } from '../http/secret';
import type { Effect, FailureKind, ServiceError, ServiceErrorDetails } from '../http/service-error';
import {
  ServiceTransport,
  type CallOptions,
  type Endpoint,
  type TransportOptions,
} from '../http/service-transport';
import { firstOf } from '../http/lenient';
import { readBare } from '../http/read-bare';
import { replyShape } from '../http/reply-shape';
import { createBody } from './create-body';
import { readEnvelope, type Envelope } from './envelope';
import type * as request from './requests';
import * as schema from './schemas';
import { sign } from './sign';
import { limits, type TemplateType } from './vocabulary';

export const API_PATH = '/api/open/v1';
/** A task may carry a hundred thousand strings. */
const CREATE_TIMEOUT_MS = 5 * 60_000;
/** The service gives up after five minutes; ours must be the later one, so that its own answer is heard. */
const EXPORT_TIMEOUT_MS = limits.exportTimeoutMs + 15_000;

/**
 * The code is documented to say that the workflow behind the call could not be triggered. From the service itself that
 * means that nothing was started; a proxy has the same number for something else.
 */
const TRIGGER_FAILED = 502;
const triggers = ['/tasks/supplement-translate', '/tasks/publish'];

/** More than a wrong time zone. */
const MOST_CORRECTION_MS = 25 * 60 * 60_000;

export interface LocalizationClientOptions extends TransportOptions {
  appKey: string;
  appSecret: Secret;
  /** Of the create call: our field name to the service's, where that is another. */
  createFieldNames?: Readonly<Record<string, string>>;
  /** Whether the delete calls for terms take one id or a list. */
  termDeleteBody?: 'id' | 'ids';
  nowMs?: () => number;
  /** Told when calls begin to be signed with another time than ours: how far it is ahead. */
  onClockCorrected?: (aheadMs: number) => void;
}

export interface Reply<Data> {
  data: Data;
  /** Tags the callbacks of the work that this call started. */
  traceId: string | null;
}

interface Call<Schema extends z.ZodType> {
  method: 'GET' | 'POST';
  path: string;
  reply: Schema;
  /** A read changes nothing at the service, however it fails. */
  reads?: boolean;
  query?: object;
  /** Bytes are sent as they are. */
  body?: object | Buffer;
  timeoutMs?: number;
}

/** A reply, and what its request was signed with. */
interface Answer {
  reply: ExchangeReply;
  envelope: Envelope;
  signedAtMs: number;
  signature: Secret;
}

export class LocalizationClient {
  readonly #transport: ServiceTransport;
  readonly #appKey: string;
  readonly #appSecret: Secret;
  readonly #createFieldNames: Readonly<Record<string, string>>;
  readonly #termDeleteBody: 'id' | 'ids';
  readonly #nowMs: () => number;
  readonly #onClockCorrected: LocalizationClientOptions['onClockCorrected'];
  /** How far the service's clock is ahead of ours, once a refusal has shown that it matters. */
  #clockOffsetMs = 0;

  constructor(options: LocalizationClientOptions) {
    this.#transport = new ServiceTransport('localization', API_PATH, options);
    const fault = headerCredentialFault(options.appKey);
    if (fault !== null) throw new TypeError(`App Key ${fault}`);
    this.#appKey = options.appKey;
    this.#appSecret = options.appSecret;
    this.#createFieldNames = options.createFieldNames ?? {};
    this.#termDeleteBody = options.termDeleteBody ?? 'id';
    this.#nowMs = options.nowMs ?? Date.now;
    this.#onClockCorrected = options.onClockCorrected;
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async createTask(task: request.CreateLargeTask, options?: CallOptions) {
    return this.#call(
      {
        method: 'POST',
        path: '/tasks/create',
        reply: schema.createdTask,
        body: await createBody(task, this.#createFieldNames),
        timeoutMs: CREATE_TIMEOUT_MS,
      },
      options,
    );
  }

  taskStatus(query: { task_id: string }, options?: CallOptions) {
    return this.#call(
      { method: 'GET', path: '/tasks/status', reply: schema.taskStatusView, reads: true, query },
      options,
    );
  }

  taskTerms(query: request.TermsPageQuery, options?: CallOptions) {
    const call = {
      method: 'GET',
      path: '/tasks/terms',
      reply: schema.taskTermsPage,
      reads: true,
      query,
    } as const;
    return (
      this.#guard(call, atMost('page_size', query.page_size, limits.pageSize)) ?? this.#call(call, options)
    );
  }

  updateTaskTerm(body: request.UpdateTaskTerm, options?: CallOptions) {
    return this.#call({ method: 'POST', path: '/tasks/terms/update', reply: schema.taskTerm, body }, options);
  }

  deleteTaskTerm({ task_id, id }: { task_id: string; id: string }, options?: CallOptions) {
    const body = { task_id, ...this.#termToDelete(id) };
    return this.#call(
      { method: 'POST', path: '/tasks/terms/delete', reply: schema.deletedTerm, body },
      options,
    );
  }

  confirmTerms(body: { task_id: string }, options?: CallOptions) {
    return this.#call(
      { method: 'POST', path: '/tasks/confirm-terms', reply: schema.confirmedTerms, body },
      options,
    );
  }

  supplementTranslate(body: request.SupplementTranslate, options?: CallOptions) {
    const call = {
      method: 'POST',
      path: '/tasks/supplement-translate',
      reply: schema.supplement,
      body,
    } as const;
    const tooMany = atMost('target_languages', body.target_languages.length, limits.supplementLanguages);
    return this.#guard(call, tooMany) ?? this.#call(call, options);
  }

  publishTask(body: request.PublishTask, options?: CallOptions) {
    return this.#call({ method: 'POST', path: '/tasks/publish', reply: schema.publishJob, body }, options);
  }

  publishStatus(query: { job_id: string }, options?: CallOptions) {
    return this.#call(
      { method: 'GET', path: '/tasks/publish-status', reply: schema.publishStatusView, reads: true, query },
      options,
    );
  }

  /** Repeatable: it changes nothing but mints a new link each time. */
  exportIni(body: request.ExportIni, options?: CallOptions) {
    return this.#call(
      {
        method: 'POST',
        path: '/export/ini',
        reply: schema.iniExport,
        reads: true,
        body,
        timeoutMs: EXPORT_TIMEOUT_MS,
      },
      options,
    );
  }

  listTemplates(query: { type: TemplateType }, options?: CallOptions) {
    return this.#call(
      { method: 'GET', path: '/export-templates', reply: schema.templateList, reads: true, query },
      options,
    );
  }

  getTemplate(query: request.TemplateRef, options?: CallOptions) {
    return this.#call(
      { method: 'GET', path: '/export-templates/get', reply: schema.templateReply, reads: true, query },
      options,
    );
  }

  createTemplate(body: request.CreateTemplate, options?: CallOptions) {
    return this.#call(
      { method: 'POST', path: '/export-templates/create', reply: schema.templateReply, body },
      options,
    );
  }

  updateTemplate(body: request.UpdateTemplate, options?: CallOptions) {
    return this.#call(
      { method: 'POST', path: '/export-templates/update', reply: schema.templateReply, body },
      options,
    );
  }

  deleteTemplate(body: request.TemplateRef, options?: CallOptions) {
    return this.#call(
      { method: 'POST', path: '/export-templates/delete', reply: schema.deletedTemplate, body },
      options,
    );
  }

  uploadTerms(body: request.UploadTerms, options?: CallOptions) {
    const call = { method: 'POST', path: '/terms/create', reply: schema.termUpload, body } as const;
    return (
      this.#guard(call, atMost('terms', body.terms.length, limits.uploadTerms)) ?? this.#call(call, options)
    );
  }

  updateTerms(body: { terms: readonly request.TermChange[] }, options?: CallOptions) {
    const call = { method: 'POST', path: '/terms/update', reply: schema.termUpdate, body } as const;
    return (
      this.#guard(call, atMost('terms', body.terms.length, limits.updateTerms)) ?? this.#call(call, options)
    );
  }

  deleteTerm({ id }: { id: string }, options?: CallOptions) {
    const body = this.#termToDelete(id);
    return this.#call({ method: 'POST', path: '/terms/delete', reply: schema.deletedTerm, body }, options);
  }

  queryTerms(query: request.TermbaseQuery, options?: CallOptions) {
    const call = { method: 'GET', path: '/terms', reply: schema.termbasePage, reads: true, query } as const;
    return (
      this.#guard(call, atMost('page_size', query.page_size, limits.pageSize)) ?? this.#call(call, options)
    );
  }

  languages(options?: CallOptions) {
    return this.#call(
      { method: 'GET', path: '/languages', reply: schema.supportedLanguages, reads: true },
      options,
    );
  }

  #termToDelete(id: string): { id: string } | { ids: string[] } {
    return this.#termDeleteBody === 'ids' ? { ids: [id] } : { id };
  }

  /** A call that the service would refuse for its size is refused here, where nothing is spent on it. */
  #guard(call: Call<z.ZodType>, fault: string | null): Promise<never> | null {
    if (fault === null) return null;
    return Promise.reject(this.#transport.failure(endpointOf(call), 'invalid', 'none', `not sent: ${fault}`));
  }

  async #call<Schema extends z.ZodType>(
    call: Call<Schema>,
    options: CallOptions = {},
  ): Promise<Reply<z.output<Schema>>> {
    let answer = await this.#send(call, options);
    if (this.#correctClock(answer)) answer = await this.#send(call, options);
    return this.#read(call, answer);
  }

  async #send(call: Call<z.ZodType>, options: CallOptions): Promise<Answer> {
    const body = bodyOf(call);
    const signedAtMs = this.#nowMs() + this.#clockOffsetMs;
    const timestamp = String(Math.floor(signedAtMs / 1000));
    const signature = new Secret(sign(timestamp, body, this.#appSecret.reveal()));
    const reply = await this.#transport.send(endpointOf(call), {
      target: call.path + queryString(call.query),
      headers: {
        'x-svc-appkey': this.#appKey,
        'x-svc-timestamp': timestamp,
        'x-svc-sign': signature.reveal(),
      },
      body,
      signal: options.signal,
    });
    return { reply, envelope: readEnvelope(reply), signedAtMs, signature };
  }

  /**
   * A 401 whose `Date` shows that the request's time is outside the signature window is a refusal before any
   * work, so the one call may be sent again with the service's time. Not with any time: whoever stands between could
   * collect signatures for years to come.
   */
  #correctClock({ reply, envelope, signedAtMs }: Answer): boolean {
    if (envelope.outcome !== 'refused' || envelope.code !== 401) return false;
    const serviceMs = Date.parse(String(reply.headers.date));
    // A Date header is cut to whole seconds.
    const outside = Math.abs(serviceMs - signedAtMs) >= limits.signatureWindowMs - 1000;
    const aheadMs = serviceMs - this.#nowMs();
    if (!outside || Math.abs(aheadMs) > MOST_CORRECTION_MS) return false;
    this.#clockOffsetMs = aheadMs;
    this.#onClockCorrected?.(aheadMs);
    return true;
  }

  #read<Schema extends z.ZodType>(call: Call<Schema>, answer: Answer): Reply<z.output<Schema>> {
    const { envelope } = answer;
    if (envelope.outcome === 'refused') throw this.#refusal(call, answer, envelope);
    if (envelope.outcome === 'unreadable') {
      const bare = readBare(call.reply, envelope.body);
      if (bare !== null) return { data: bare.data, traceId: envelope.traceId };
      throw this.#failure(call, answer, 'unreadable', 'unknown', envelope.message, {
        shape: replyShape(envelope.body),
      });
    }
    const parsed = call.reply.safeParse(envelope.data);
    if (parsed.success) return { data: parsed.data, traceId: envelope.traceId };
    const inner = readBare(call.reply, firstOf(envelope.data, ['result', 'data']));
    if (inner !== null) return { data: inner.data, traceId: envelope.traceId };
    const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'data').join(', ');
    const message = `the reply is not as documented at ${where}`;
    throw this.#failure(call, answer, 'unreadable', 'done', message, { shape: replyShape(envelope.data) });
  }

  #refusal(
    call: Call<z.ZodType>,
    answer: Answer,
    { code, message, isOwn }: Extract<Envelope, { outcome: 'refused' }>,
  ): ServiceError {
    const couldNotTrigger = code === TRIGGER_FAILED && isOwn && triggers.includes(call.path);
    const effect = couldNotTrigger ? 'none' : effectOf(code, answer.reply.status);
    const note = code === 401 ? this.#clockNote(answer) : '';
    return this.#failure(call, answer, 'refused', effect, note + message, {
      code,
      retryAfterMs: retryAfterMs(answer.reply, this.#nowMs()),
      rateLimit: toldLimitOf(answer.reply),
    });
  }

  /** Why a signature may be refused that is right; empty where the clocks agree well enough. */
  #clockNote({ reply }: Answer): string {
    const aheadMs = Date.parse(String(reply.headers.date)) - this.#nowMs();
    if (!(Math.abs(aheadMs) > MOST_CORRECTION_MS)) return '';
    const hours = Math.round(Math.abs(aheadMs) / 3_600_000);
    return `the clock of this machine is ${hours} hours ${aheadMs > 0 ? 'behind' : 'ahead of'} that of the service; set it. `;
  }

  /** Nothing that the service said is passed on before it is cleaned: it may have echoed what we sent. */
  #failure(
    call: Call<z.ZodType>,
    { reply, envelope: { traceId }, signature }: Answer,
    kind: FailureKind,
    effect: Effect,
    message: string,
    details: Partial<ServiceErrorDetails> = {},
  ): ServiceError {
    const redact = redactor([this.#appSecret, signature]);
    return this.#transport.failure(endpointOf(call), kind, effect, redact(message), {
      ...details,
      shape: typeof details.shape === 'string' ? redact(details.shape) : null,
      httpStatus: reply.status,
      traceId: traceId === null ? null : redact(traceId),
    });
  }
}

function bodyOf({ body }: Call<z.ZodType>): string | Buffer {
  if (body === undefined) return '';
  return Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

function endpointOf({ method, path, reads = false, timeoutMs }: Call<z.ZodType>): Endpoint {
  return { method, path, reads, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

/**
 * Below 500 the service refused the request as it stood; from 500 on it may have got part of the way. A code
 * outside the documented kind tells neither, and leaves it to the HTTP status.
 */
function effectOf(code: number, httpStatus: number): Effect {
  const telling = code >= 400 && code < 600 ? code : httpStatus;
  return telling >= 400 && telling < 500 && telling !== 408 ? 'none' : 'unknown';
}

function atMost(field: string, count: number | undefined, limit: number): string | null {
  return count !== undefined && count > limit
    ? `${field} is ${count}, but the service allows at most ${limit}`
    : null;
}
