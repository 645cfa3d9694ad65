/** Months and days in the form of the address: `2026-11`, `2026-11-16`. */
import { dateText } from '../format';

const utc = (month: string): Date => new Date(`${month}-01T00:00Z`);

/** The month by the reader's clock. */
export function thisMonth(nowMs: number): string {
  const now = new Date(nowMs);
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
}

export function monthAfter(month: string, months: number): string {
  const date = utc(month);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

export function daysOf(month: string): string[] {
  const next = utc(monthAfter(month, 1)).getTime();
  const days: string[] = [];
  for (let dayMs = utc(month).getTime(); dayMs < next; dayMs += 86_400_000)
    days.push(new Date(dayMs).toISOString().slice(0, 10));
  return days;
}

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7;

/** `Mon` to `Sun`, from a month that begins on a Monday. */
export const weekdayNames = (): string[] =>
  daysOf('2024-01')
    .slice(0, 7)
    .map((day) => dateText(day, { weekday: 'short' }));

export const monthText = (month: string): string =>
  dateText(`${month}-01`, { month: 'long', year: 'numeric' });

export const dayText = (day: string): string =>
  dateText(day, { weekday: 'long', day: 'numeric', month: 'long' });

/** `CET`, or `GMT+1` where the zone has no short name. */
export function zoneText(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(
    Date.parse(at),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
