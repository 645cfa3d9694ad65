/** Months and their days, as they are written in addresses: `2026-11`, `2026-11-16`. */

const utc = (month: string): Date => new Date(`${month}-01T00:00Z`);

/** As the reader's clock has it. */
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

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthText = (month: string): string => monthFormat.format(utc(month));

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00Z`));

/** `CET`, or `GMT+1` where the zone has no name of its own. */
export function zoneText(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(
    Date.parse(at),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
