/** The raw exchanges of a probe so far. The evaluations read these, and nothing that a client made of them. */
import { asObject, parseJson } from '../http/replies/reply-text';
import type { ObservedExchange } from '../http/service-transport';

/** Of the task that is paid for, and of the files that are exported. */
export const PROBE_NAME = 'locrelease-probe';
/** A task that no service has: how it is refused shows how errors travel. */
export const NO_TASK = `${PROBE_NAME}-no-such-task`;

export interface ObservedFile {
  status: number;
  headers: ObservedExchange['headers'];
  bytes: Uint8Array;
  mode: 'single' | 'separate';
  /** The requested target. */
  language: string;
}

export class Seen {
  readonly exchanges: ObservedExchange[] = [];
  readonly files: ObservedFile[] = [];
  /** Formulas of callbacks that came, `forged` for none that we know. */
  readonly callbackSignatures: string[] = [];

  /** Replies of an endpoint in the order in which they came, without those that turned the call away for its number. */
  of(endpoint: string): ObservedExchange[] {
    return this.exchanges.filter(
      (exchange) => exchange.endpoint === endpoint && errorCodeOf(exchange) !== 429,
    );
  }

  /** Content of the successful replies. */
  contents(endpoint: string): unknown[] {
    return this.of(endpoint).filter(isSuccess).map(contentOf);
  }

  /** The last, for the first may have been signed out of time. */
  refusalOfUnknownTask(): ObservedExchange | null {
    return this.of('GET /tasks/status').findLast(({ target }) => target.includes(NO_TASK)) ?? null;
  }

  /** Status views of real tasks. */
  tasks(): Record<string, unknown>[] {
    return present(this.contents('GET /tasks/status').map((content) => holdingField(content, 'status')));
  }

  jobs(): Record<string, unknown>[] {
    return this.tasks().flatMap(({ jobs }) => objectsIn(jobs));
  }

  templates(): Record<string, unknown>[] {
    return this.contents('GET /export-templates').flatMap(objectsIn);
  }

  /** What came after the last success of an endpoint; null where there was none. */
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

/** The code of an error, wherever it travels; null for a success. */
export function errorCodeOf(exchange: ObservedExchange): number | null {
  const body = bodyOf(exchange);
  const own = typeof body?.code === 'number' && body.code >= 400 ? body.code : null;
  return own ?? (exchange.status >= 400 ? exchange.status : null);
}

export function isSuccess(exchange: ObservedExchange): boolean {
  const body = bodyOf(exchange);
  return errorCodeOf(exchange) === null && body?.success !== false && asObject(body?.error) === null;
}

/** `data` of an envelope, or the body itself where it has none; without a level around it, as in `data.result`. */
export function contentOf({ text }: ObservedExchange): unknown {
  const parsed = parseJson(text);
  const body = asObject(parsed);
  const data = body !== null && 'data' in body ? body.data : parsed;
  const [[name, inner] = ['', null], ...others] = Object.entries(asObject(data) ?? {});
  const isWrapped = others.length === 0 && wrappers.includes(name);
  return isWrapped && typeof inner === 'object' && inner !== null ? inner : data;
}

const wrappers = ['result', 'data'];

/** The object that has this field: itself, or one that it wraps. */
export function holdingField(value: unknown, field: string): Record<string, unknown> | null {
  const object = asObject(value);
  if (object === null) return null;
  if (object[field] !== undefined) return object;
  const wrapped = Object.values(object).map(asObject);
  return wrapped.find((inner) => inner?.[field] !== undefined) ?? null;
}

/** Objects of a list, wherever in the value that is. */
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
  /** By its name in the catalogue; null: none of those that we know. */
  reading: string | null;
  /** In words. */
  what: string;
}

/** What a probe's replies show about one assumption. null: nothing. */
export type Look = (seen: Seen) => Observation | null;

export const saw = (reading: string | null, what: string): Observation => ({ reading, what });

/** Whether all are lower case, none is, or neither. */
export function isUpper(words: readonly string[]): boolean {
  return words.every((word) => word === word.toUpperCase() && word !== word.toLowerCase());
}

export function isLower(words: readonly string[]): boolean {
  return words.every((word) => word === word.toLowerCase());
}

export function texts(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))];
}
