/** The raw exchanges of a probe. The evaluations read these, and nothing that a client made of them. */
import { asObject, parseJson } from '../http/replies/reply-text';
import type { ObservedExchange } from '../http/service-transport';

/** The name of the task that is paid for, and of the exported files. */
export const PROBE_NAME = 'locrelease-probe';
/** No service has this task: its refusal shows where errors are in a reply. */
export const NO_TASK = `${PROBE_NAME}-no-such-task`;

export interface ObservedFile {
  status: number;
  headers: ObservedExchange['headers'];
  bytes: Uint8Array;
  mode: 'single' | 'separate';
  language: string;
}

export class Seen {
  readonly exchanges: ObservedExchange[] = [];
  readonly files: ObservedFile[] = [];
  /** The formulas of the received callbacks; `forged` where none is known. */
  readonly callbackSignatures: string[] = [];

  /** Replies of an endpoint in their order, without those refused for the rate limit. */
  of(endpoint: string): ObservedExchange[] {
    return this.exchanges.filter(
      (exchange) => exchange.endpoint === endpoint && errorCodeOf(exchange) !== 429,
    );
  }

  contents(endpoint: string): unknown[] {
    return this.of(endpoint).filter(isSuccess).map(replyContent);
  }

  /** The last one counts, because the first may have been refused for our clock. */
  refusalOfUnknownTask(): ObservedExchange | null {
    return this.of('GET /tasks/status').findLast(({ target }) => target.includes(NO_TASK)) ?? null;
  }

  /** Views with a status, which only real tasks have. */
  tasks(): Record<string, unknown>[] {
    return present(this.contents('GET /tasks/status').map((content) => holdingField(content, 'status')));
  }

  jobs(): Record<string, unknown>[] {
    return this.tasks().flatMap(({ jobs }) => objectsIn(jobs));
  }

  templates(): Record<string, unknown>[] {
    return this.contents('GET /export-templates').flatMap(objectsIn);
  }

  /** The exchanges after the last success of an endpoint; null where none succeeded. */
  after(endpoint: string): Seen | null {
    const place = this.exchanges.findLastIndex(
      (exchange) => exchange.endpoint === endpoint && isSuccess(exchange),
    );
    if (place < 0) return null;
    const later = new Seen();
    later.exchanges.push(...this.exchanges.slice(place + 1));
    return later;
  }
}

export function bodyOf({ text }: ObservedExchange): Record<string, unknown> | null {
  return asObject(parseJson(text));
}

/** The code of an error, from the body or the HTTP status; null for a success. */
export function errorCodeOf(exchange: ObservedExchange): number | null {
  const body = bodyOf(exchange);
  const own = typeof body?.code === 'number' && body.code >= 400 ? body.code : null;
  return own ?? (exchange.status >= 400 ? exchange.status : null);
}

export function isSuccess(exchange: ObservedExchange): boolean {
  const body = bodyOf(exchange);
  return errorCodeOf(exchange) === null && body?.success !== false && asObject(body?.error) === null;
}

/** The `data` of an envelope, or the whole body where there is none, without a wrapper such as `data.result`. */
export function replyContent({ text }: ObservedExchange): unknown {
  const parsed = parseJson(text);
  const body = asObject(parsed);
  const data = body !== null && 'data' in body ? body.data : parsed;
  const [[name, inner] = ['', null], ...others] = Object.entries(asObject(data) ?? {});
  const isWrapped = others.length === 0 && wrappers.includes(name);
  return isWrapped && typeof inner === 'object' && inner !== null ? inner : data;
}

const wrappers = ['result', 'data'];

/** Finds the object with this field: the value itself, or one directly in it. */
export function holdingField(value: unknown, field: string): Record<string, unknown> | null {
  const object = asObject(value);
  if (object === null) return null;
  if (object[field] !== undefined) return object;
  const wrapped = Object.values(object).map(asObject);
  return wrapped.find((inner) => inner?.[field] !== undefined) ?? null;
}

/** The objects of the first list in the value, at any depth. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  return present((listIn(value) ?? []).map(asObject));
}

function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value as unknown[];
  for (const entry of Object.values(asObject(value) ?? {})) {
    const list = listIn(entry);
    if (list !== null) return list;
  }
  return null;
}

export function present<Value>(values: readonly (Value | null)[]): Value[] {
  return values.filter((value) => value !== null);
}

export function firstFile({ files }: Seen, mode: ObservedFile['mode']): ObservedFile | null {
  return files.find((file) => file.mode === mode) ?? null;
}

export interface Observation {
  /** A name of the catalogue; null: none that we know. */
  reading: string | null;
  what: string;
}

/** Evaluates one assumption by a probe's replies. null: they show nothing. */
export type Evaluator = (seen: Seen) => Observation | null;

export const saw = (reading: string | null, what: string): Observation => ({ reading, what });

export function isUpper(words: readonly string[]): boolean {
  return words.every((word) => word === word.toUpperCase() && word !== word.toLowerCase());
}

export function isLower(words: readonly string[]): boolean {
  return words.every((word) => word === word.toLowerCase());
}

export function texts(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))];
}
