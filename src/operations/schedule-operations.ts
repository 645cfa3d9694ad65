/** Operations on schedules. Applying a file needs a machine that shares files with the workers. */
import * as z from 'zod';
import { applySchedules, scheduleChange } from '../client/schedules/apply-schedules';
import { ScheduleClient } from '../client/schedules/schedule-client';
import type { ScheduleDetails } from '../client/schedules/schedule-view';
import { BadRequest } from '../client/errors';
import { zonedTime } from '../domain/fields';
import * as api from '../protocol/console-api';
import type { DeclaredSchedule } from '../source/read-schedule-file';
import { onTemporal } from './operation';
import { reason, release as schedule, outline } from './input-parts';
import { listOf, orNull } from '../protocol/schema-parts';

const ofOne = { id: schedule, reason };
const paused = z.object({
  id: z.string(),
  paused: z.boolean(),
  changed: z.boolean().describe('false: it was so already, and nothing was done'),
});

export const scheduleOperations = {
  calendar: onTemporal.quickRead({
    summary: 'Get the runs of all schedules in a month, past and to come, and the frozen days',
    input: z.strictObject({
      month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'),
    }),
    output: api.scheduleCalendar,
    run: async ({ client }, { month }) => ({
      month,
      schedules: await new ScheduleClient(client).months(month),
    }),
  }),
  schedules: onTemporal.quickRead({
    summary: 'List schedules: when they run next, and what the last run came to',
    input: z.strictObject({}),
    output: z.array(api.scheduleRow),
    run: ({ client }) => new ScheduleClient(client).list(),
  }),
  schedule: onTemporal.read({
    summary: 'Get a schedule, with its runs',
    input: z.strictObject({ id: schedule }),
    output: outline<ScheduleDetails>()(api.scheduleRow.shape),
    run: ({ client }, { id }) => new ScheduleClient(client).show(id),
  }),
  applySchedules: onTemporal.act({
    summary: 'Create schedules as they are declared, or update them; only where workers share the files',
    input: z.strictObject({
      declared: z.custom<DeclaredSchedule[]>((value) => Array.isArray(value)),
      reason,
      prune: z.boolean(),
      dryRun: z.boolean(),
    }),
    output: z.array(scheduleChange),
    run: ({ client, config, readsFiles }, { declared, ...rest }, { name }) => {
      if (!readsFiles) throw new BadRequest('A gateway cannot read files on your machine. Nothing was done.');
      return applySchedules(client, declared, { by: name(), taskQueue: config.taskQueue, ...rest });
    },
  }),
  pauseSchedule: onTemporal.act({
    summary: 'Pause a schedule until it is resumed',
    input: z.strictObject(ofOne),
    output: paused,
    run: ({ client }, { id, ...rest }, { name }) =>
      new ScheduleClient(client).pause(id, { by: name(), ...rest }),
  }),
  resumeSchedule: onTemporal.act({
    summary: 'Resume a schedule; runs that were due during the pause are skipped',
    input: z.strictObject(ofOne),
    output: paused,
    run: ({ client }, { id, ...rest }, { name }) =>
      new ScheduleClient(client).resume(id, { by: name(), ...rest }),
  }),
  triggerSchedule: onTemporal.act({
    summary: 'Run a schedule now, or as soon as its current run has ended',
    input: z.strictObject(ofOne),
    output: z.object({
      id: z.string(),
      outcome: z.enum(['started', 'buffered']),
      run: orNull({ workflowId: z.string(), runId: z.string() }),
    }),
    run: ({ client }, { id, ...rest }, { name }) =>
      new ScheduleClient(client).trigger(id, { by: name(), ...rest }),
  }),
  backfillSchedule: onTemporal.act({
    summary: 'Run what a schedule would have run between two times, one run after the other',
    input: z.strictObject({ ...ofOne, from: zonedTime, to: zonedTime }),
    output: z.object({ id: z.string(), runs: listOf({ at: z.string(), local: z.string() }) }),
    run: ({ client }, { id, from, to, ...rest }, { name }) =>
      new ScheduleClient(client).backfill(id, {
        by: name(),
        ...rest,
        from: new Date(from),
        to: new Date(to),
      }),
  }),
  deleteSchedule: onTemporal.act({
    summary: 'Delete a schedule; runs and releases in progress continue',
    input: z.strictObject(ofOne),
    output: z.object({
      id: z.string(),
      deleted: z.literal(true),
      by: z.string(),
      reason,
    }),
    run: async ({ client }, { id, ...rest }, { name }) => ({
      ...(await new ScheduleClient(client).delete(id)),
      by: name(),
      ...rest,
    }),
  }),
};
