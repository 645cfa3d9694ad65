import type { ExchangeReply } from './exchange';

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
