/** The schedule file, in which a person declares nightly localizations, with every default filled in. */
import * as z from 'zod';
import { checked, date, distinct, duration, name } from '../fields';
import { timeZoneFault } from './wall-clock';

/** A field of a cron line, by the rules of Temporal's scheduler. */
interface Field {
  name: string;
  least: number;
  most: number;
  names: readonly string[];
}

const months = 'january february march april may june july august september october november december';
const days = 'sunday monday tuesday wednesday thursday friday saturday';

const fields: readonly Field[] = [
  { name: 'minute', least: 0, most: 59, names: [] },
  { name: 'hour', least: 0, most: 23, names: [] },
  { name: 'day of the month', least: 1, most: 31, names: [] },
  { name: 'month', least: 1, most: 12, names: months.split(' ') },
  { name: 'day of the week', least: 0, most: 7, names: days.split(' ') },
];

export function cronFault(line: string): string | null {
  const parts = line.trim().split(/\s+/);
  if (parts.length !== fields.length) {
    return `must be a cron line of five fields: ${fields.map((field) => field.name).join(', ')}`;
  }
  const values = fields.map((field, index) => valuesOf(field, parts[index] ?? ''));
  const bad = fields.find((_field, index) => values[index] === null);
  if (bad !== undefined) {
    const { name, least, most } = bad;
    return `has a wrong ${name}: it takes *, numbers from ${least} to ${most}, ranges (1-5), steps (*/2) and lists (1,15)`;
  }
  const [, , monthDays, monthNumbers] = values;
  const firstDay = Math.min(...(monthDays ?? []));
  const isEver = monthNumbers?.some((month) => firstDay <= (longestMonths[month - 1] ?? 0)) === true;
  return isEver ? null : 'never runs: none of its months has such a day';
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function valuesOf(field: Field, text: string): number[] | null {
  const parts = text.split(',').map((part) => partOf(field, part));
  return parts.includes(null) ? null : parts.flatMap((values) => values ?? []);
}

/** `*`, `3`, `1-5`, each also with a step: `3/2` goes on to the end. */
function partOf(field: Field, text: string): number[] | null {
  const [range = '', step = '1', ...more] = text.split('/');
  const ends = range === '*' ? [field.least, field.most] : range.split('-').map((end) => valueOf(field, end));
  const [first, last = text === range ? first : field.most] = ends;
  const isWrong = more.length > 0 || !/^0*[1-9]\d*$/.test(step) || ends.length > 2;
  if (isWrong || first === undefined || last === undefined || first > last) return null;
  const values = Array.from({ length: last - first + 1 }, (_one, index) => first + index);
  return values.filter((value) => (value - first) % Number(step) === 0);
}

function valueOf({ least, most, names }: Field, text: string): number | undefined {
  const named = text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text.toLowerCase()));
  const value = named >= 0 ? named + least : /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

const DAY_MS = 86_400_000;

export const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const cron = z
  .union([z.string(), z.array(z.string()).nonempty()], 'must be a cron line, or a list of them')
  .superRefine((value, ctx) => {
    for (const [index, line] of [value].flat().entries()) {
      const message = cronFault(line);
      const path = typeof value === 'string' ? [] : [index];
      if (message !== null) ctx.addIssue({ code: 'custom', path, message });
    }
  })
  .transform((value) => [value].flat());

const calendar = z.strictObject({
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as "02:30"'),
  days: z
    .array(z.enum(dayNames))
    .nonempty()
    .refine(distinct, 'names a day twice')
    .default([...dayNames]),
});

const freeze = z
  .strictObject({ from: date, to: date, reason: z.string().trim().min(1).max(200) })
  .superRefine(({ from, to }, ctx) => {
    const issue = (message: string): void => ctx.addIssue({ code: 'custom', path: ['to'], message });
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
    if (days < 0) issue('must not be before from');
    if (days > 366) issue('must be within a year of from; for a longer time, pause the schedule');
  });

const schedule = z
  .strictObject({
    id: name,
    cron: cron.optional(),
    calendar: calendar.optional(),
    timeZone: checked(timeZoneFault),
    /** The rule for a run that is due while the previous one is still running. */
    overlap: z.enum(['skip', 'buffer-one']).default('skip'),
    /** How late a run that was missed because Temporal was down may begin. */
    catchUp: duration.default(DAY_MS),
    jitter: duration.optional(),
    /** Days on which no run starts by itself, both ends included. */
    freeze: z.array(freeze).max(50).default([]),
    paused: z.boolean().default(false),
    release: z.string().min(1),
  })
  .superRefine((value, ctx) => {
    if ((value.cron === undefined) === (value.calendar === undefined)) {
      ctx.addIssue({
        code: 'custom',
        path: ['calendar'],
        message: 'must say when it runs, unless cron does; use one of them, not both',
      });
    }
  });

export const scheduleFile = z.strictObject({
  schedules: z
    .array(schedule)
    .nonempty()
    .superRefine((schedules, ctx) => {
      const ids = schedules.map(({ id }) => id);
      for (const [index, id] of ids.entries()) {
        if (ids.indexOf(id) === index) continue;
        ctx.addIssue({ code: 'custom', path: [index, 'id'], message: 'is the id of another schedule too' });
      }
    }),
});

export type ScheduleFile = z.input<typeof scheduleFile>;
export type ScheduleSpec = z.output<typeof schedule>;
export type Overlap = ScheduleSpec['overlap'];
export type DayName = (typeof dayNames)[number];
