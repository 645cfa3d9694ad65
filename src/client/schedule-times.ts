/** The times of a declared schedule in Temporal's words. */
import { DAYS_OF_WEEK, MONTHS, type CalendarSpec, type ScheduleSpec as Times } from '@temporalio/client';
import { movedRuns } from '../domain/wall-clock';
import type { DayName, ScheduleSpec } from '../domain/schedule-file';

/** How far ahead the clocks' changes are provided for; applying the file again in a later year goes further. */
const YEARS_AHEAD = 5;

export function scheduleTimes(spec: ScheduleSpec, now: Date): Times {
  const { cron, calendar, jitter } = spec;
  const moved = calendar === undefined ? [] : movedNights(calendar, spec.timeZone, now);
  return {
    timezone: spec.timeZone,
    ...(cron !== undefined && { cronExpressions: cron }),
    ...(calendar !== undefined && {
      calendars: [everyNight(calendar), ...moved.map(({ toMs }) => oneTime(toMs, 'the clocks change'))],
    }),
    skip: [
      ...moved.map(({ fromMs }) => oneTime(fromMs, 'the clocks change')),
      ...spec.freeze.flatMap(frozenDays),
    ],
    ...(jitter !== undefined && { jitter }),
  };
}

type Calendar = NonNullable<ScheduleSpec['calendar']>;

const weekdays = {
  sun: 'SUNDAY',
  mon: 'MONDAY',
  tue: 'TUESDAY',
  wed: 'WEDNESDAY',
  thu: 'THURSDAY',
  fri: 'FRIDAY',
  sat: 'SATURDAY',
} as const satisfies Record<DayName, (typeof DAYS_OF_WEEK)[number]>;

const timeOfDayMs = (at: string): number => Date.parse(`1970-01-01T${at}Z`);

function everyNight({ at, days }: Calendar): CalendarSpec {
  const { hour, minute } = handsOf(timeOfDayMs(at));
  return { hour, minute, dayOfWeek: days.map((day) => weekdays[day]) };
}

function movedNights({ at, days }: Calendar, timeZone: string, now: Date) {
  const first = now.getUTCFullYear();
  const moved = movedRuns(timeZone, timeOfDayMs(at), { first, last: first + YEARS_AHEAD });
  return moved.filter(({ fromMs }) => {
    const weekday = DAYS_OF_WEEK[new Date(fromMs).getUTCDay()];
    return days.some((day) => weekdays[day] === weekday);
  });
}

function oneTime(wallMs: number, comment: string): CalendarSpec {
  return { ...handsOf(wallMs), ...dateOf(wallMs), comment };
}

/** One calendar a month: a calendar cannot say "from this day to that" across the end of a month. */
function frozenDays({ from, to, reason }: ScheduleSpec['freeze'][number]): CalendarSpec[] {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const calendars: CalendarSpec[] = [];
  for (let startMs = fromMs; startMs <= toMs; startMs = startOfNextMonth(startMs)) {
    const endMs = Math.min(toMs, startOfNextMonth(startMs) - 1);
    const days = { start: dateOf(startMs).dayOfMonth, end: dateOf(endMs).dayOfMonth };
    calendars.push({
      ...dateOf(startMs),
      dayOfMonth: days,
      hour: '*',
      minute: '*',
      second: '*',
      comment: shortened(reason),
    });
  }
  return calendars;
}

const startOfNextMonth = (ms: number): number =>
  Date.UTC(new Date(ms).getUTCFullYear(), new Date(ms).getUTCMonth() + 1);

function handsOf(ms: number): { hour: number; minute: number } {
  return { hour: new Date(ms).getUTCHours(), minute: new Date(ms).getUTCMinutes() };
}

function dateOf(ms: number) {
  const date = new Date(ms);
  const month = MONTHS[date.getUTCMonth()];
  if (month === undefined) throw new RangeError(`${ms} is not a time`);
  return { year: date.getUTCFullYear(), month, dayOfMonth: date.getUTCDate() };
}

/** Temporal takes 200 bytes, and a character may have four. */
const shortened = (text: string): string => Array.from(text).slice(0, 50).join('');
