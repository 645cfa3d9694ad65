/** Converts a declared schedule into Temporal's form. */
import {
  type ScheduleOptionsStartWorkflowAction,
  type ScheduleOverlapPolicy,
  type ScheduleUpdateOptions,
  DAYS_OF_WEEK,
  MONTHS,
  type CalendarSpec,
  type ScheduleSpec as Times,
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
} from '@temporalio/client';
import * as z from 'zod';
import { createHash } from 'node:crypto';
import {
  nightlyScheduleId,
  releaseId,
  type ReleaseName,
  parseNightlyScheduleId,
} from '../../domain/release/identity';
import type { Overlap, ScheduleSpec, DayName } from '../../domain/schedules/schedule-file';
import type { DeclaredSchedule } from '../../source/read-schedule-file';
import type { nightlyLocalization } from '../../workflows';
import { movedRuns } from '../../domain/schedules/wall-clock';
import { openedText } from '../../temporal/payloads/sealed-text';

type NightlyAction = ScheduleOptionsStartWorkflowAction<typeof nightlyLocalization>;
export type NightlyOptions = Omit<ScheduleUpdateOptions<NightlyAction>, 'state'>;

const declaration = z.object({ digest: z.string(), declared: z.custom<ScheduleSpec>() });

/** A later apply compares with this. It is in the action's memo, because a schedule's own memo cannot be changed. */
export type Declaration = z.output<typeof declaration>;

export function readDeclaration(actionMemo: unknown): Declaration | null {
  return declaration.safeParse(actionMemo).data ?? null;
}

export function scheduleName({ spec, night }: DeclaredSchedule): ReleaseName {
  return { project: night.template.project, name: spec.id };
}

export function scheduleOptions(
  schedule: DeclaredSchedule,
  { taskQueue, now }: { taskQueue: string; now: Date },
): { options: NightlyOptions; declaration: Declaration } {
  const { spec, night } = schedule;
  const times = scheduleTimes(spec, now);
  const memo: Declaration = { digest: digestOf({ times, night, taskQueue, spec }), declared: spec };
  const options: NightlyOptions = {
    spec: times,
    policies: { overlap: overlapPolicies[spec.overlap], catchupWindow: spec.catchUp },
    action: {
      type: 'startWorkflow',
      workflowType: 'nightlyLocalization',
      workflowId: nightlyScheduleId(scheduleName(schedule)),
      taskQueue,
      args: [night],
      memo: { ...memo },
      staticSummary: `nightly ${releaseId({ project: night.template.project, name: night.namePrefix })}`,
    },
  };
  return { options, declaration: memo };
}

/**
 * The overlap policy must not cancel the current run: its release would continue, because it is paid for, and the new
 * run would give way to it.
 */
const overlapPolicies: Readonly<Record<Overlap, ScheduleOverlapPolicy>> = {
  skip: 'SKIP',
  'buffer-one': 'BUFFER_ONE',
};

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The number of years for which clock changes are calculated. Applying the file again in a later year extends it. */
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
  const { hour, minute } = hourAndMinute(timeOfDayMs(at));
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
  return { ...hourAndMinute(wallMs), ...dateOf(wallMs), comment };
}

/** One calendar per month, because a calendar cannot express a range across the end of a month. */
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

function hourAndMinute(ms: number): { hour: number; minute: number } {
  return { hour: new Date(ms).getUTCHours(), minute: new Date(ms).getUTCMinutes() };
}

function dateOf(ms: number) {
  const date = new Date(ms);
  const month = MONTHS[date.getUTCMonth()];
  if (month === undefined) throw new RangeError(`${ms} is not a time`);
  return { year: date.getUTCFullYear(), month, dayOfMonth: date.getUTCDate() };
}

/** Temporal accepts 200 bytes, and a character may have four. */
const shortened = (text: string): string => Array.from(text).slice(0, 50).join('');

export const ownMark = { locrelease: 'nightly' } as const;

export const isOwn = ({ memo }: { memo?: Record<string, unknown> }): boolean =>
  memo?.locrelease === ownMark.locrelease;

/** Temporal's list lags behind by a moment: it may lack a new schedule, and have a deleted one. */
export async function* listOwnSchedules(client: Client): AsyncGenerator<ReleaseName> {
  for await (const summary of client.schedule.list()) {
    const name = parseNightlyScheduleId(summary.scheduleId);
    if (name !== null && isOwn(summary)) yield name;
  }
}

export async function findSchedule(client: Client, name: ReleaseName): Promise<ScheduleDescription | null> {
  try {
    const found = await client.schedule.getHandle(nightlyScheduleId(name)).describe();
    const { note } = found.state;
    return note === undefined
      ? found
      : { ...found, state: { ...found.state, note: await openedText(client, note) } };
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}
