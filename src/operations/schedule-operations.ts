/** Schedules that are there. One is made of files that workers read, and so on a machine that shares them. */
import * as z from 'zod';
import { applySchedules } from '../client/apply-schedules';
import type { ScheduleMonth } from '../client/schedule-calendar';
import { ScheduleClient } from '../client/schedule-client';
import type { ScheduleRow } from '../client/schedule-view';
import { scheduleWhen } from '../client/schedule-when';
import { BadRequest } from '../client/errors';
import { zonedTime } from '../domain/fields';
import * as api from '../protocol/console-api';
import type { DeclaredSchedule } from '../source/read-schedule-file';
import { operation, SOON_MS, type Who } from './operation';
import { reason, release as schedule } from './input-parts';

const ofOne = { id: schedule, reason };

export const scheduleOperations = {
  scheduleRows: operation({
    summary: 'List schedules: when they run next, and what the last run came to',
    role: 'read',
    boundMs: SOON_MS,
    input: z.strictObject({}),
    output: api.schedules,
    run: async ({ client }) => ({ schedules: (await new ScheduleClient(client).list()).map(shown) }),
  }),
  calendar: operation({
    summary: 'Get the runs of all schedules in a month, past and to come, and the frozen days',
    role: 'read',
    boundMs: SOON_MS,
    input: z.strictObject(api.calendarQuery.shape),
    output: api.scheduleCalendar,
    run: async ({ client }, { month }) => ({
      month,
      schedules: (await new ScheduleClient(client).months(month)).map(inMonth),
    }),
  }),
  schedules: operation({
    summary: 'List schedules with all that is known of them',
    role: 'read',
    input: z.strictObject({}),
    run: ({ client }) => new ScheduleClient(client).list(),
  }),
  schedule: operation({
    summary: 'Get a schedule, with its runs',
    role: 'read',
    input: z.strictObject({ id: schedule }),
    run: ({ client }, { id }) => new ScheduleClient(client).show(id),
  }),
  applySchedules: operation({
    summary: 'Create schedules as they are declared, or update them; only where workers share the files',
    role: 'operate',
    repeatsSafely: true,
    input: z.strictObject({
      declared: z.custom<DeclaredSchedule[]>((value) => Array.isArray(value)),
      reason,
      prune: z.boolean(),
      dryRun: z.boolean(),
    }),
    run: ({ client, config, readsFiles }, { declared, prune, dryRun, ...said }, who) => {
      if (!readsFiles) throw new BadRequest('A gateway cannot read files on your machine. Nothing was done.');
      const { taskQueue } = config;
      return applySchedules(client, declared, { ...saidBy(who, said), taskQueue, prune, dryRun });
    },
  }),
  pauseSchedule: operation({
    summary: 'Pause a schedule until it is resumed',
    role: 'operate',
    repeatsSafely: true,
    input: z.strictObject(ofOne),
    run: ({ client }, { id, ...said }, who) => new ScheduleClient(client).pause(id, saidBy(who, said)),
  }),
  resumeSchedule: operation({
    summary: 'Resume a schedule; runs that were due during the pause are skipped',
    role: 'operate',
    repeatsSafely: true,
    input: z.strictObject(ofOne),
    run: ({ client }, { id, ...said }, who) => new ScheduleClient(client).resume(id, saidBy(who, said)),
  }),
  triggerSchedule: operation({
    summary: 'Run a schedule now, or as soon as its current run has ended',
    role: 'operate',
    input: z.strictObject(ofOne),
    run: ({ client }, { id, ...said }, who) => new ScheduleClient(client).trigger(id, saidBy(who, said)),
  }),
  backfillSchedule: operation({
    summary: 'Run what a schedule would have run between two times, one run after the other',
    role: 'operate',
    input: z.strictObject({ ...ofOne, from: zonedTime, to: zonedTime }),
    run: ({ client }, { id, from, to, ...said }, who) =>
      new ScheduleClient(client).backfill(id, {
        ...saidBy(who, said),
        from: new Date(from),
        to: new Date(to),
      }),
  }),
  deleteSchedule: operation({
    summary: 'Delete a schedule; runs and releases in progress continue',
    role: 'operate',
    input: z.strictObject(ofOne),
    run: async ({ client }, { id, ...said }, who) => ({
      ...(await new ScheduleClient(client).delete(id)),
      ...saidBy(who, said),
    }),
  }),
};

function saidBy({ name }: Who, { reason: why }: { reason?: string | undefined }) {
  return { by: name(), ...(why !== undefined && { reason: why }) };
}

function inMonth({ runs, ...schedule }: ScheduleMonth): api.ScheduleMonth {
  return { ...schedule, runs: runs.map(({ state, ...run }) => ({ ...run, result: state })) };
}

function shown(row: ScheduleRow): api.ScheduleRow {
  const { id, timeZone, declared, paused, notes, nextRuns, lastRun } = row;
  return {
    id,
    description: scheduleWhen(row),
    paused,
    note: notes[0] ?? null,
    timeZone,
    nextRuns: nextRuns.map(({ at }) => at),
    freezes: declared?.freeze ?? [],
    lastRun: lastRun && {
      at: lastRun.scheduledAt,
      result: lastRun.state,
      releaseId: lastRun.releaseId,
      problem: lastRun.problem,
    },
  };
}
