/** Reads a reply's envelope, and replies that have none: a proxy's page, a body cut short. */
import type { ExchangeReply } from '../http/exchange';
import { firstOf, wordOrNull } from '../http/lenient';
import { asObject, bodyText, parseJson } from '../http/reply-text';

/** It is a label of our metrics too. */
const MOST_CODE_CHARS = 100;

const requestIds = ['requestId', 'request_id'];

export type Envelope =
  | { outcome: 'ok'; data: unknown; meta: Record<string, unknown>; requestId: string | null }
  | {
      outcome: 'refused';
      /** null where the reply names none. */
      code: string | null;
      params: Record<string, unknown>;
      message: string;
      requestId: string | null;
    }
  /** `body`: what came without an envelope, which may be what would have been in it. */
  | { outcome: 'unreadable'; message: string; requestId: string | null; body: unknown };

export function readEnvelope(reply: ExchangeReply): Envelope {
  const httpFailed = reply.status >= 400;
  const parsed = parseJson(reply.text);
  const body = asObject(parsed);
  if (body === null) {
    const message = `HTTP ${reply.status} with ${bodyText(reply.text, parsed)}`;
    if (!httpFailed) return { outcome: 'unreadable', message, requestId: null, body: parsed };
    return { outcome: 'refused', code: codeOf(reply.status), params: {}, message, requestId: null };
  }
  const meta = asObject(body.meta) ?? {};
  const requestId = wordOrNull.safeParse(firstOf(meta, requestIds) ?? firstOf(body, requestIds)).data ?? null;
  const hasError = body.error !== undefined && body.error !== null;
  if (httpFailed || hasError)
    return { outcome: 'refused', ...readError(body.error, reply.status), requestId };
  if (!('data' in body)) {
    const message = 'the reply is JSON, but not in the documented form';
    return { outcome: 'unreadable', message, requestId, body };
  }
  return { outcome: 'ok', data: body.data, meta, requestId };
}

function readError(value: unknown, status: number) {
  const error = asObject(value) ?? { message: value };
  const code = text(error.code)?.slice(0, MOST_CODE_CHARS) ?? codeOf(status);
  const params = asObject(error.params) ?? {};
  const parts = [code ?? `HTTP ${status}`, text(error.message) ?? '(no message)'];
  if (Object.keys(params).length > 0) parts.push(JSON.stringify(params));
  return { code, params, message: parts.join(' ') };
}

/** Without a code of the service, only this status says the same whoever sent it. */
function codeOf(status: number): string | null {
  return status === 429 ? 'rate_limited' : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
