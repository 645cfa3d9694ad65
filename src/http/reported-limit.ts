/** What a refusal says of limits. */
import type { ExchangeReply } from './exchange';
import type { ReportedLimit } from './service-error';

/** No service documents such headers, and most that have a limit send them. Parameters of the error say it too. */
export function reportedLimitOf(
  { headers }: Pick<ExchangeReply, 'headers'>,
  params: Readonly<Record<string, unknown>> = {},
): ReportedLimit | null {
  const told = (what: 'limit' | 'remaining'): number | null =>
    wholeNumber(headers[`ratelimit-${what}`] ?? headers[`x-ratelimit-${what}`] ?? params[what]);
  const [limit, remaining] = [told('limit'), told('remaining')];
  return limit === null && remaining === null ? null : { limit, remaining };
}

/** Some name the window too: `100;w=60`, or `100, 100;w=60`. */
function wholeNumber(told: unknown): number | null {
  const text: unknown = Array.isArray(told) ? told[0] : told;
  if (typeof text !== 'string' && typeof text !== 'number') return null;
  const digits = /^\s*(\d{1,12})\s*(?:[;,]|$)/.exec(String(text))?.[1];
  return digits === undefined ? null : Number(digits);
}

/** How long a `Retry-After` header asks to wait, in seconds or until a date; null where it names no time that lies ahead. */
export function retryAfterMs({ headers }: Pick<ExchangeReply, 'headers'>, nowMs: number): number | null {
  const text = String(headers['retry-after'] ?? '').trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000) || null;
  const untilMs = text.endsWith('GMT') ? Date.parse(text) : NaN;
  if (Number.isNaN(untilMs)) return null;
  // By the clock that wrote the date, where the reply tells it: ours may be wrong.
  const serviceMs = Date.parse(String(headers.date));
  const waitMs = untilMs - (Number.isNaN(serviceMs) ? nowMs : serviceMs);
  return waitMs > 0 ? waitMs : null;
}
