import { dayNames, type ScheduleSpec } from '../domain/schedule-file';

/** When a schedule runs, in words: `02:30 every day, Europe/Berlin`. */
export function scheduleWhen(declared: ScheduleSpec | null, timeZone: string): string {
  return declared === null ? timeZone : `${timesText(declared)}, ${timeZone}`;
}

function timesText({ cron, calendar }: ScheduleSpec): string {
  if (calendar === undefined) return `cron ${(cron ?? []).join(' | ')}`;
  const { at, days } = calendar;
  return days.length === dayNames.length ? `${at} every day` : `${at} on ${days.join(', ')}`;
}
