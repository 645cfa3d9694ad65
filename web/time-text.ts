/** Times and durations in words. Times are in the reader's zone; the same in UTC is for whoever hovers. */
import { durationText, units } from '../src/domain/duration';

export { durationText };

/** The largest unit alone, for times that move on while they are read. */
export function roughDurationText(ms: number): string {
  const [unit, unitMs] = units.find(([, size]) => ms >= size) ?? ['s', 1000];
  return `${Math.max(1, Math.floor(ms / unitMs))} ${unit}`;
}

/** The time left until something is due, in whole minutes and never less than there is. */
export function timeLeftText(ms: number): string {
  return ms <= MINUTE_MS ? 'less than 1 min' : durationText(Math.ceil(ms / MINUTE_MS) * MINUTE_MS);
}

const MINUTE_MS = 60_000;

/** The page's clock and the gateway's differ by seconds. */
const ABOUT_NOW_MS = 10_000;

export function agoText(atMs: number, nowMs: number): string {
  const passedMs = nowMs - atMs;
  if (Math.abs(passedMs) < ABOUT_NOW_MS) return 'just now';
  return passedMs < 0 ? `in ${roughDurationText(-passedMs)}` : `${roughDurationText(passedMs)} ago`;
}

/** `14:05` today, `12 Mar, 14:05` on another day, with the year when it is another one. */
export function localTimeText(atMs: number, nowMs: number, timeZone?: string): string {
  const day = (ms: number): string => format({ year: 'numeric', month: '2-digit', day: '2-digit' }, ms);
  const format = (options: Intl.DateTimeFormatOptions, ms = atMs): string =>
    new Intl.DateTimeFormat('en-GB', { ...options, ...(timeZone === undefined ? {} : { timeZone }) }).format(
      ms,
    );
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  if (day(atMs) === day(nowMs)) return format(clock);
  const sameYear = day(atMs).slice(-4) === day(nowMs).slice(-4);
  return format({ day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }), ...clock });
}

/** `2026-03-12 14:05:09 UTC` */
export function utcText(at: string): string {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
