/** Schedules: what runs next, what the last run came to, and pause, resume, trigger. */
import type { ScheduleRow } from '../../client/schedule-view';
import { scheduleWhen } from '../../client/schedule-when';
import type { ScheduleMonth } from '../../client/schedule-calendar';
import type { Said, ScheduleClient } from '../../client/schedule-client';
import * as api from '../../protocol/console-api';
import type { BoundedClients } from './bounded-clients';
import { userOf } from './guard';
import { answers, idOf, named, type ApiApp } from './route-schemas';

const deeds = {
  pause: {
    summary: 'Pause a schedule until it is resumed',
    act: async (releases: ScheduleClient, id: string, said: Said) => {
      await releases.pause(id, said);
      return { outcome: 'paused' };
    },
  },
  resume: {
    summary: 'Resume a schedule',
    act: async (releases: ScheduleClient, id: string, said: Said) => {
      await releases.resume(id, said);
      return { outcome: 'resumed' };
    },
  },
  trigger: {
    summary: 'Run a schedule now, or as soon as its current run has ended',
    act: (releases: ScheduleClient, id: string, said: Said) => releases.trigger(id, said),
  },
};

export function mountSchedules(app: ApiApp, clients: BoundedClients): void {
  const tags = ['schedules'];

  app.get(
    '/api/schedules',
    {
      config: { role: 'read' },
      schema: { summary: 'List schedules', tags, response: answers(api.schedules) },
    },
    () => clients.ask(async ({ schedules }) => ({ schedules: (await schedules.list()).map(shown) })),
  );

  app.get(
    '/api/schedules/calendar',
    {
      config: { role: 'read' },
      schema: {
        summary: 'Get the runs of all schedules in a month, past and to come, and the frozen days',
        tags,
        querystring: api.calendarQuery,
        response: answers(api.scheduleCalendar),
      },
    },
    ({ query: { month } }) =>
      clients.ask(async ({ schedules }) => ({
        month,
        schedules: (await schedules.months(month)).map(inMonth),
      })),
  );

  for (const [verb, { summary, act }] of Object.entries(deeds)) {
    app.post(
      `/api/schedules/:project/:name/${verb}`,
      {
        config: { role: 'operate' },
        schema: {
          summary,
          tags,
          params: named,
          body: api.scheduleAction.nullish(),
          response: answers(api.outcome),
        },
      },
      (request) => {
        const said = { by: userOf(request).name, ...request.body };
        return clients.act(({ schedules }) => act(schedules, idOf(request.params), said));
      },
    );
  }
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
