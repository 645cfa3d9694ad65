/**
 * Interprets a whole reply: data, a refusal, or nothing that can be read. Neither service documents in full where an
 * error is: in the HTTP status, in a code, in a flag, in an `error`, under 200 or under 400. All of them are read here,
 * for both services, and an error is an error wherever it is.
 */
import type { ExchangeReply } from '../exchange';
import { valueNamed, type Table } from './facts';
import { count, flag, folded, isEmpty, text, word } from './readers';
import { asObject, bodyText, parseJson } from './reply-text';

export interface RefusedReply {
  outcome: 'refused';
  /** The documented code where one matches; null where the reply names none. */
  code: number | string | null;
  message: string;
  /** The service's own words. null: it sent none. */
  serviceMessage: string | null;
  params: Record<string, unknown>;
  trace: string | null;
  /** Whether the refusal has the form of the service, and not of a proxy in between. */
  isOwn: boolean;
}

export type Interpreted<Data> =
  | { outcome: 'ok'; data: Data; trace: string | null; replayed: boolean; body: unknown; inner: unknown }
  | RefusedReply
  /** `effect`: the outcome of a call that changes something. */
  | {
      outcome: 'unreadable';
      message: string;
      trace: string | null;
      body: unknown;
      effect: 'done' | 'unknown';
    };

/** The documented code for a value of a reply. null: there is none. */
export type CodeReader = (raw: unknown) => number | string | null;

const traceNames = ['trace_id', 'requestId'];
const dataNames = ['data', 'result', 'payload', 'response'];
const flagNames = ['success', 'ok', 'succeeded'];
const errorNames = ['error', 'errors', 'fault'];
const codeNames = ['code', 'error_code', 'err_code', 'errno'];
const goodWords = new Set(['ok', 'success', 'succeeded', 'accepted', 'created', 'done', 'none']);

/** A code is a label of our metrics too, so its length is bounded. */
const MOST_CODE_CHARS = 100;
const MOST_PARAMS = 20;

type Held = Readonly<Record<string, unknown>>;

export function interpret<Data>(
  reply: ExchangeReply,
  table: Table<Data>,
  codeOf: CodeReader,
): Interpreted<Data> {
  const parsed = parseJson(reply.text);
  const body = asObject(parsed);
  if (body === null || (reply.status >= 300 && reply.status < 400))
    return withoutEnvelope(reply, parsed, table, codeOf);

  const meta = asObject(valueNamed(body, 'meta')) ?? {};
  const trace = word(firstOf(body, traceNames) ?? firstOf(meta, traceNames)) ?? null;
  const holder = dataNames.find((name) => valueNamed(body, name) !== undefined);
  const inner = holder === undefined ? undefined : valueNamed(body, holder);
  // Without an envelope, the body itself is read. Not where nothing is needed, because then any page would pass.
  const found =
    holder === undefined && table.needs.length > 0
      ? table.read(body)
      : table.read(inner === undefined ? {} : inner);
  const isUsable = 'data' in found && (table.needs.length > 0 || !isEmpty(inner));
  const success = flag(firstOf(body, flagNames));
  const error = firstOf(body, errorNames);
  const isError = !isEmpty(error) && flag(error) === undefined && !(holder === undefined && isUsable);
  const code =
    firstOf(asObject(Array.isArray(error) ? error[0] : error) ?? {}, codeNames) ?? firstOf(body, codeNames);
  const isRefused = reply.status >= 400 || success === false || isError;
  if (isRefused || isBadCode(code, codeOf, isUsable || success === true))
    return refusal(reply, body, { error, code, trace }, codeOf);

  if ('data' in found) {
    const replayed = flag(valueNamed(meta, 'replayed') ?? valueNamed(body, 'replayed')) === true;
    return {
      outcome: 'ok',
      data: found.data,
      trace,
      replayed,
      body,
      inner: holder === undefined ? body : inner,
    };
  }
  const isEnveloped = holder !== undefined || success === true;
  return {
    outcome: 'unreadable',
    message: isEnveloped
      ? `the reply is not as documented at ${found.missing}`
      : `the reply is JSON, but not in the documented form: it lacks ${found.missing}`,
    trace,
    body: isEnveloped ? inner : body,
    effect: isEnveloped ? 'done' : 'unknown',
  };
}

/** Interprets a body without an envelope: a list, a page of HTML, a text, or nothing. */
function withoutEnvelope<Data>(
  reply: ExchangeReply,
  parsed: unknown,
  table: Table<Data>,
  codeOf: CodeReader,
): Interpreted<Data> {
  const message = `HTTP ${reply.status} with ${bodyText(reply.text, parsed)}`;
  if (reply.status >= 400)
    return {
      outcome: 'refused',
      code: codeOf(reply.status),
      message,
      serviceMessage: null,
      params: {},
      trace: null,
      isOwn: false,
    };
  const isNothing = reply.status < 300 && reply.text.trim() === '' && table.needs.length === 0;
  const found = isNothing || (Array.isArray(parsed) && table.needs.length > 0) ? table.read(parsed) : null;
  if (found !== null && 'data' in found)
    return { outcome: 'ok', data: found.data, trace: null, replayed: false, body: parsed, inner: parsed };
  return { outcome: 'unreadable', message, trace: null, body: parsed, effect: 'unknown' };
}

function refusal(
  reply: ExchangeReply,
  body: Held,
  { error, code, trace }: { error: unknown; code: unknown; trace: string | null },
  codeOf: CodeReader,
): RefusedReply {
  const documented = codeOf(code);
  const own = count(code) === 0 ? undefined : word(code)?.slice(0, MOST_CODE_CHARS);
  const reportedCode = documented ?? codeOf(reply.status) ?? count(own) ?? own ?? null;
  const params = scalarsIn(valueNamed(asObject(error) ?? {}, 'params') ?? valueNamed(body, 'params'));
  const sentence =
    text(firstOf(body, ['msg', 'message'])) ??
    text(error) ??
    text(firstOf(body, ['detail', 'reason', 'title']));
  const parts = [reportedCode ?? `HTTP ${reply.status}`];
  if (own !== undefined && own !== '' && folded(own) !== folded(String(reportedCode))) parts.push(own);
  if (sentence !== undefined) parts.push(sentence);
  if (!isEmpty(params)) parts.push(JSON.stringify(params));
  const serviceMessage = parts.join(' ');
  const message = sentence ? serviceMessage : `${serviceMessage} (no message)`;
  const isOwn = flag(firstOf(body, flagNames)) === false || documented !== null || trace !== null;
  return { outcome: 'refused', code: reportedCode, message, serviceMessage, params, trace, isOwn };
}

/** Parameters are words and numbers. Anything else in them may be of any size and depth. */
function scalarsIn(raw: unknown): Record<string, unknown> {
  const scalars = Object.entries(asObject(raw) ?? {}).flatMap(([name, value]): [string, unknown][] => {
    const key = word(name) ?? '';
    if (typeof value === 'string') return [[key, text(value) ?? '']];
    return typeof value === 'number' || typeof value === 'boolean' ? [[key, value]] : [];
  });
  return Object.fromEntries(scalars.slice(0, MOST_PARAMS));
}

/** An undocumented code proves nothing where everything else reports success. */
function isBadCode(raw: unknown, codeOf: CodeReader, isElseSuccess: boolean): boolean {
  const number = count(raw);
  if (number !== undefined && codeOf(number) !== null) return true;
  if (isElseSuccess) return false;
  if (number !== undefined) return number !== 0 && !(number >= 200 && number < 300);
  const given = word(raw);
  return given !== undefined && given !== '' && !goodWords.has(folded(given));
}

function firstOf(held: Held, names: readonly string[]): unknown {
  return names.map((name) => valueNamed(held, name)).find((value) => value !== undefined && value !== null);
}
