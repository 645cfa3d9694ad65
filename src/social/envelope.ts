/** Reads a reply's envelope, and replies that have none: a proxy's page, a body cut short. */
import type { ExchangeReply } from '../http/exchange';
import { asObject, parseObject } from '../http/reply-text';

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
  | { outcome: 'unreadable'; message: string; requestId: string | null };

export function readEnvelope(reply: ExchangeReply): Envelope {
  const httpFailed = reply.status >= 400;
  const body = parseObject(reply.text);
  if (body === null) {
    const message = `HTTP ${reply.status} with a body that is not JSON: ${reply.text}`;
    if (!httpFailed) return { outcome: 'unreadable', message, requestId: null };
    return { outcome: 'refused', code: codeOf(reply.status), params: {}, message, requestId: null };
  }
  const meta = asObject(body.meta) ?? {};
  const requestId = text(meta.requestId);
  const hasError = body.error !== undefined && body.error !== null;
  if (httpFailed || hasError)
    return { outcome: 'refused', ...readError(body.error, reply.status), requestId };
  if (!('data' in body)) {
    return { outcome: 'unreadable', message: 'the reply is JSON, but not in the documented form', requestId };
  }
  return { outcome: 'ok', data: body.data, meta, requestId };
}

function readError(value: unknown, status: number) {
  const error = asObject(value) ?? { message: value };
  const code = text(error.code) ?? codeOf(status);
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
