/** Times in words. They are in the reader's zone; the same in UTC is for whoever hovers. */
import { units, durationText } from '../src/domain/duration';
import { numberText } from './count-text';

const [[, DAY_MS], [, HOUR_MS], [, MINUTE_MS]] = units;

const unitOf = (ms: number) => units.find(([, unitMs]) => ms >= unitMs) ?? (['s', 1000] as const);

/** The largest unit alone, rounded, for times that move on while they are read. */
function roughly(ms: number): string {
  const [, stepMs] = unitOf(ms);
  const rounded = Math.max(stepMs, Math.round(ms / stepMs) * stepMs);
  // What is rounded up may be a whole one of the next unit: 59.7 minutes are an hour.
  const [unit, unitMs] = unitOf(rounded);
  return `${numberText(Math.round(rounded / unitMs))} ${unit}`;
}

/** The time left until something is due, rounded: to minutes, beyond a day to hours. */
export function timeLeftText(ms: number): string {
  if (ms < MINUTE_MS) return 'less than 1 min';
  const stepMs = ms < DAY_MS ? MINUTE_MS : HOUR_MS;
  return durationText(Math.round(ms / stepMs) * stepMs);
}

/** When the reader's day ends. */
export const endOfDayMs = (nowMs: number): number => new Date(nowMs).setHours(24, 0, 0, 0);

/** The page's clock and the gateway's differ by seconds. */
const ABOUT_NOW_MS = 10_000;

export function agoText(atMs: number, nowMs: number): string {
  const passedMs = nowMs - atMs;
  if (Math.abs(passedMs) < ABOUT_NOW_MS) return 'just now';
  return passedMs < 0 ? `in ${roughly(-passedMs)}` : `${roughly(passedMs)} ago`;
}

/** `14:05` today, `12 Mar, 14:05` on another day, with the year when it is another one. */
export function localTimeText(atMs: number, nowMs: number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...options, ...zone }).format(atMs);
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const days = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...zone,
  });
  const [day, today] = [days.format(atMs), days.format(nowMs)];
  if (day === today) return format(clock);
  const sameYear = day.slice(-4) === today.slice(-4);
  return format({ day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }), ...clock });
}

/** `2026-03-12 14:05:09 UTC` */
export function utcText(at: string): string {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `2026-03-12T14:05`, in the reader's zone, as a field for a date and a time takes it. */
export function fieldTime(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * MINUTE_MS;
  return new Date(atMs - offsetMs).toISOString().slice(0, 16);
}
