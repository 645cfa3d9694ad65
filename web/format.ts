/** Formats numbers, sizes, days, times, languages and errors. Times are in the reader's zone, with UTC in tooltips. */
import { durationText, units } from '../src/domain/text/duration';

const format = new Intl.NumberFormat('en');

/** `4,120` */
export const numberText = (count: number): string => format.format(count);

export { counted } from '../src/domain/text/counted';
const byteUnits = ['bytes', 'kB', 'MB', 'GB'];

export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits })} ${byteUnits[power] ?? ''}`;
}

/** Formats a day such as `2026-11-16`. */
export const dateText = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));

const [[, DAY_MS], [, HOUR_MS], [, MINUTE_MS]] = units;

const unitOf = (ms: number) => units.find(([, unitMs]) => ms >= unitMs) ?? (['s', 1000] as const);

/** Only the largest unit, rounded, because the time moves on while it is read. */
function roughly(ms: number): string {
  const [, stepMs] = unitOf(ms);
  const rounded = Math.max(stepMs, Math.round(ms / stepMs) * stepMs);
  // Rounding up may reach the next unit: 59.7 minutes are an hour.
  const [unit, unitMs] = unitOf(rounded);
  return `${numberText(Math.round(rounded / unitMs))} ${unit}`;
}

/** The time until something is due, rounded to minutes, or beyond a day to hours. */
export function timeLeftText(ms: number): string {
  if (ms < MINUTE_MS) return 'less than 1 min';
  const stepMs = ms < DAY_MS ? MINUTE_MS : HOUR_MS;
  return durationText(Math.round(ms / stepMs) * stepMs);
}

export const endOfDayMs = (nowMs: number): number => new Date(nowMs).setHours(24, 0, 0, 0);

/** Shorter times count as now, because the clocks of the page and the gateway differ by seconds. */
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

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** `Japanese` for `ja`; the code itself where it has no name. */
export function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Removes hints in a gateway's text that only apply to a terminal. */
export const withoutFlags = (text: string): string => text.replace(/ \(in a terminal: [^)]*\)/g, '');

export const errorText = (error: unknown): string =>
  withoutFlags(error instanceof Error ? error.message : String(error));

export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/** The first day of a week, such as `16 Nov`. */
export const shortDay = (day: string): string => dateText(day, { day: 'numeric', month: 'short' });
