import type { Client } from '@temporalio/client';
import { Refused } from '../../../src/client/errors';
import { noteSchedule } from '../../../src/client/schedules/schedule-client';

const name = { project: 'game', name: 'strings' };
const deed = { at: new Date('2026-11-15T03:00:00Z'), by: 'ken', what: 'triggered it' };
const triggered = '2026-11-15T03:00:00.000Z ken triggered it';
const created = '2026-11-13T03:00:00.000Z olga created it';
const paused = '2026-11-14T03:00:00.000Z olga paused it: release week';

interface Update {
  schedule: { spec: unknown; state: { paused: boolean; notes: string } };
  conflictToken: Uint8Array;
}

/** A server that takes an update only with the token of what it has, and says nothing where it does not. */
function schedulerWith({ beforeUpdate }: { beforeUpdate: (schedule: Scheduler) => void }) {
  const scheduler: Scheduler = { spec: { timezoneName: 'UTC' }, paused: false, notes: created, token: 1 };
  const workflowService = {
    describeSchedule: () => {
      const { spec, paused: isPaused, notes, token } = scheduler;
      const schedule = { spec, state: { paused: isPaused, notes } };
      return Promise.resolve({ schedule, conflictToken: Uint8Array.of(token) });
    },
    updateSchedule: ({ schedule, conflictToken }: Update) => {
      beforeUpdate(scheduler);
      if (conflictToken[0] === scheduler.token) {
        Object.assign(scheduler, { spec: schedule.spec, ...schedule.state, token: scheduler.token + 1 });
      }
      return Promise.resolve({});
    },
  };
  const options = { namespace: 'default', identity: 'me', loadedDataConverter: { payloadCodecs: [] } };
  return { scheduler, client: { workflowService, options } as unknown as Client };
}

interface Scheduler {
  spec: unknown;
  paused: boolean;
  notes: string;
  token: number;
}

const pause = (scheduler: Scheduler): void => {
  scheduler.paused = true;
  scheduler.notes = `${paused}\n${created}`;
  scheduler.token += 1;
};

describe('a line added to the note of a schedule', () => {
  it('is put on top, and leaves the rest of the schedule as it is', async () => {
    const { scheduler, client } = schedulerWith({ beforeUpdate: () => undefined });
    await noteSchedule(client, name, deed);
    expect(scheduler).toEqual({
      spec: { timezoneName: 'UTC' },
      paused: false,
      notes: `${triggered}\n${created}`,
      token: 2,
    });
  });

  it('comes below a pause that somebody said between the look and the update', async () => {
    let isFirst = true;
    const { scheduler, client } = schedulerWith({
      beforeUpdate: (found) => {
        if (isFirst) pause(found);
        isFirst = false;
      },
    });
    await noteSchedule(client, name, deed);
    expect(scheduler).toMatchObject({ paused: true, notes: `${paused}\n${triggered}\n${created}` });
  });

  it('is refused where others never stop changing it', async () => {
    const { scheduler, client } = schedulerWith({ beforeUpdate: pause });
    await expect(noteSchedule(client, name, deed)).rejects.toThrow(Refused);
    expect(scheduler).toMatchObject({ paused: true, notes: `${paused}\n${created}` });
  });
});
