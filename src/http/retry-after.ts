import type { ExchangeReply } from './exchange';

/** How long a `Retry-After` header asks to wait, whether it gives seconds or a date; null where it says nothing usable. */
export function retryAfterMs({ headers }: Pick<ExchangeReply, 'headers'>, nowMs: number): number | null {
  const text = String(headers['retry-after'] ?? '').trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const untilMs = text.endsWith('GMT') ? Date.parse(text) : NaN;
  if (Number.isNaN(untilMs)) return null;
  // By the clock that wrote the date, where the reply tells it: ours may be wrong.
  const serviceMs = Date.parse(String(headers.date));
  return Math.max(0, untilMs - (Number.isNaN(serviceMs) ? nowMs : serviceMs));
}
