import type { ExchangeReply } from './exchange';
import type { ReportedLimit } from './service-error';

/**
 * No service documents such headers, but most with a limit send them. The error's parameters may have the limit too.
 */
export function reportedLimitOf(
  { headers }: Pick<ExchangeReply, 'headers'>,
  params: Readonly<Record<string, unknown>> = {},
): ReportedLimit | null {
  const reported = (what: 'limit' | 'remaining'): number | null =>
    wholeNumber(headers[`ratelimit-${what}`] ?? headers[`x-ratelimit-${what}`] ?? params[what]);
  const [limit, remaining] = [reported('limit'), reported('remaining')];
  return limit === null && remaining === null ? null : { limit, remaining };
}

/** Some services append the window: `100;w=60`, or `100, 100;w=60`. */
function wholeNumber(raw: unknown): number | null {
  const text: unknown = Array.isArray(raw) ? raw[0] : raw;
  if (typeof text !== 'string' && typeof text !== 'number') return null;
  const digits = /^\s*(\d{1,12})\s*(?:[;,]|$)/.exec(String(text))?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * How long a `Retry-After` header requires to wait, in seconds or until a date. null: it names no time in the future.
 */
export function retryAfterMs({ headers }: Pick<ExchangeReply, 'headers'>, nowMs: number): number | null {
  const text = String(headers['retry-after'] ?? '').trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000) || null;
  const untilMs = text.endsWith('GMT') ? Date.parse(text) : NaN;
  if (Number.isNaN(untilMs)) return null;
  // Uses the clock that wrote the date, where the reply has it, because ours may be wrong.
  const serviceMs = Date.parse(String(headers.date));
  const waitMs = untilMs - (Number.isNaN(serviceMs) ? nowMs : serviceMs);
  return waitMs > 0 ? waitMs : null;
}
