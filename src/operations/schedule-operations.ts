/** Schedules that are there. One is made of files that workers read, and so on a machine that shares them. */
import * as z from 'zod';
import { applySchedules } from '../client/apply-schedules';
import { ScheduleClient } from '../client/schedule-client';
import { BadRequest } from '../client/errors';
import { zonedTime } from '../domain/fields';
import type { DeclaredSchedule } from '../source/read-schedule-file';
import { operation, type Who } from './operation';
import { reason, release as schedule } from './input-parts';

const ofOne = { id: schedule, reason };

export const scheduleOperations = {
  schedules: operation({
    role: 'read',
    input: z.strictObject({}),
    run: ({ client }) => new ScheduleClient(client).list(),
  }),
  schedule: operation({
    role: 'read',
    input: z.strictObject({ id: schedule }),
    run: ({ client }, { id }) => new ScheduleClient(client).show(id),
  }),
  applySchedules: operation({
    role: 'operate',
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
    role: 'operate',
    input: z.strictObject(ofOne),
    run: ({ client }, { id, ...said }, who) => new ScheduleClient(client).pause(id, saidBy(who, said)),
  }),
  resumeSchedule: operation({
    role: 'operate',
    input: z.strictObject(ofOne),
    run: ({ client }, { id, ...said }, who) => new ScheduleClient(client).resume(id, saidBy(who, said)),
  }),
  triggerSchedule: operation({
    role: 'operate',
    input: z.strictObject(ofOne),
    run: ({ client }, { id, ...said }, who) => new ScheduleClient(client).trigger(id, saidBy(who, said)),
  }),
  backfillSchedule: operation({
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
