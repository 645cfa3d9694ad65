/**
 * Where the service puts an error code is not documented: in the HTTP status, in the envelope's `code` under
 * HTTP 200, or in both. This is the one place that reads all three, and a body that is no envelope at all.
 */
import type { ExchangeReply } from '../http/exchange';
import { parseObject } from '../http/reply-text';

/** Messages are the service's own text, whole: clean them before they go anywhere. */
export type Envelope =
  | { outcome: 'ok'; traceId: string | null; data: unknown }
  | { outcome: 'refused'; traceId: string | null; code: number; message: string }
  | { outcome: 'unreadable'; traceId: string | null; message: string };

export function readEnvelope(reply: ExchangeReply): Envelope {
  const httpFailed = reply.status >= 400;
  const body = parseObject(reply.text);
  if (body === null) {
    const message = `HTTP ${reply.status} with a body that is not a JSON object: ${reply.text || '(empty)'}`;
    return httpFailed
      ? { outcome: 'refused', traceId: null, code: reply.status, message }
      : { outcome: 'unreadable', traceId: null, message };
  }
  const traceId = typeof body.trace_id === 'string' ? body.trace_id : null;
  const ownCode = numeric(body.code);
  const failed = httpFailed || body.success === false || (ownCode !== null && ownCode !== 0);
  if (failed) {
    const code = ownCode !== null && ownCode !== 0 ? ownCode : httpFailed ? reply.status : 500;
    return { outcome: 'refused', traceId, code, message: `${code} ${errorText(body)}` };
  }
  if (!('data' in body) && body.success !== true) {
    return { outcome: 'unreadable', traceId, message: 'the reply is JSON, but not in the documented form' };
  }
  return { outcome: 'ok', traceId, data: body.data };
}

function numeric(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : null;
}

function errorText(body: Record<string, unknown>): string {
  for (const field of ['msg', 'message', 'error']) {
    const value = body[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '(no message)';
}
