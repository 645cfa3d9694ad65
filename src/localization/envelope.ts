/**
 * Where the service puts an error code is not documented: in the HTTP status, in the envelope's `code` under
 * HTTP 200, or in both. This is the one place that reads all three, and a body that is no envelope at all. A code
 * that is not documented says nothing certain, and yields to the HTTP status.
 */
import type { ExchangeReply } from '../http/exchange';
import { countOrNull, firstOf, flagOrNull, wordOrNull } from '../http/lenient';
import { asObject, bodyText, parseJson } from '../http/reply-text';

const errorCodes = new Set([400, 401, 403, 404, 409, 422, 429, 500, 502]);
const messageFields = ['msg', 'message', 'reason', 'title'];

/** Messages are the service's own text, whole: clean them before they go anywhere. */
export type Envelope =
  | { outcome: 'ok'; traceId: string | null; data: unknown }
  /** `isOwn`: in the form of the service, and not of something between us. */
  | { outcome: 'refused'; traceId: string | null; code: number; message: string; isOwn: boolean }
  /** `body`: what came without an envelope, which may be what would have been in it. */
  | { outcome: 'unreadable'; traceId: string | null; message: string; body: unknown };

export function readEnvelope(reply: ExchangeReply): Envelope {
  const httpFailed = reply.status >= 400;
  const parsed = parseJson(reply.text);
  const body = asObject(parsed);
  if (body === null) {
    const message = `HTTP ${reply.status} with ${bodyText(reply.text, parsed)}`;
    return httpFailed
      ? { outcome: 'refused', traceId: null, code: reply.status, message, isOwn: false }
      : { outcome: 'unreadable', traceId: null, message, body: parsed };
  }
  const traceId = wordOrNull.safeParse(body.trace_id).data ?? null;
  const success = flagOrNull.parse(body.success);
  const ownCode = countOrNull.parse(body.code);
  const isDocumented = ownCode !== null && errorCodes.has(ownCode);
  const isOdd = ownCode !== null && ownCode !== 0 && success !== true && !('data' in body);
  if (httpFailed || success === false || isDocumented || isOdd) {
    // Where the HTTP status says nothing, its own code is all there is.
    const told = ownCode === null || ownCode === 0 ? 500 : ownCode;
    const code = httpFailed && !isDocumented ? reply.status : told;
    const isOwn = success === false || isDocumented || traceId !== null;
    return { outcome: 'refused', traceId, code, message: `${code} ${errorText(body)}`, isOwn };
  }
  if (!('data' in body) && success !== true) {
    const message = 'the reply is JSON, but not in the documented form';
    return { outcome: 'unreadable', traceId, message, body };
  }
  return { outcome: 'ok', traceId, data: body.data };
}

function errorText(body: Record<string, unknown>): string {
  const held = firstOf(body, ['error', 'detail', 'errors']);
  const nested: unknown = Array.isArray(held) ? held[0] : held;
  for (const value of [firstOf(body, messageFields), firstOf(nested, messageFields), nested]) {
    if (typeof value === 'string' && value !== '') return value;
  }
  return '(no message)';
}
