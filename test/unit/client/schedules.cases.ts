import {
  type CalendarSpec,
  type Client,
  DAYS_OF_WEEK,
  MONTHS,
  type ScheduleDescription,
} from '@temporalio/client';
import { type ScheduleFile, scheduleFile } from '../../../src/domain/schedules/schedule-file';
import { wallClock } from '../../../src/domain/schedules/wall-clock';
import { scheduleTimes } from '../../../src/client/schedules/schedule-options';
import fc, { runs } from '../../support/fast-check';
import { aroundMonth, scheduleMonth } from '../../../src/client/schedules/schedule-calendar';
import { Refused } from '../../../src/client/errors';
import { noteSchedule } from '../../../src/client/schedules/schedule-client';

describe('schedule times', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  /** Enough, because no clocks change by less than half an hour. */
  const STEP_MS = 5 * 60_000;
  const now = new Date('2026-01-10T00:00:00Z');

  function timesOf(schedule: Partial<ScheduleFile['schedules'][number]>) {
    const least = { id: 'strings', timeZone: 'Europe/Berlin', release: 'release.yaml' };
    const [spec] = scheduleFile.parse({ schedules: [{ ...least, ...schedule }] }).schedules;
    if (spec === undefined) throw new Error('there is no schedule');
    return scheduleTimes(spec, now);
  }

  describe('the times of a schedule', () => {
    it('are its cron lines, as they are', () => {
      expect(timesOf({ cron: '30 2 * * *', jitter: '10m' })).toEqual({
        timezone: 'Europe/Berlin',
        cronExpressions: ['30 2 * * *'],
        skip: [],
        jitter: 600_000,
      });
    });

    it('are a time on some days', () => {
      expect(timesOf({ calendar: { at: '04:05', days: ['mon', 'sun'] } })).toEqual({
        timezone: 'Europe/Berlin',
        calendars: [{ hour: 4, minute: 5, dayOfWeek: ['MONDAY', 'SUNDAY'] }],
        skip: [],
      });
    });

    it('move out of the way where the clocks change, and only on days that are meant', () => {
      const { calendars = [], skip = [] } = timesOf({ calendar: { at: '02:30' } });
      const comment = 'the clocks change';
      expect(calendars.slice(1, 3)).toEqual([
        { year: 2026, month: 'MARCH', dayOfMonth: 29, hour: 3, minute: 0, comment },
        { year: 2026, month: 'OCTOBER', dayOfMonth: 25, hour: 3, minute: 0, comment },
      ]);
      expect(skip.slice(0, 2)).toEqual([
        { year: 2026, month: 'MARCH', dayOfMonth: 29, hour: 2, minute: 30, comment },
        { year: 2026, month: 'OCTOBER', dayOfMonth: 25, hour: 2, minute: 30, comment },
      ]);
      expect(calendars).toHaveLength(1 + 2 * 6);
      expect(timesOf({ calendar: { at: '02:30', days: ['mon'] } })).toMatchObject({ skip: [] });
    });

    it('leave out frozen days, both ends included, month by month', () => {
      const freeze = [{ from: '2026-11-30', to: '2027-01-06', reason: '🎄'.repeat(100) }];
      const all = { hour: '*', minute: '*', second: '*', comment: '🎄'.repeat(50) };
      expect(timesOf({ cron: '30 2 * * *', freeze }).skip).toEqual([
        { year: 2026, month: 'NOVEMBER', dayOfMonth: { start: 30, end: 30 }, ...all },
        { year: 2026, month: 'DECEMBER', dayOfMonth: { start: 1, end: 31 }, ...all },
        { year: 2027, month: 'JANUARY', dayOfMonth: { start: 1, end: 6 }, ...all },
      ]);
    });
  });

  describe('a nightly time', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'America/St_Johns',
      'America/Havana', // at midnight
      'America/Santiago', // back over midnight
      'Australia/Lord_Howe', // by half an hour
      'Africa/Casablanca', // around Ramadan
      'Asia/Beirut',
    ];
    const changes = new Map(zones.flatMap(clockChangesOf2026));

    it('comes once a night wherever and whenever the clocks change', () => {
      expect(changes.size).toBeGreaterThanOrEqual(14);
      const smallHours = fc.integer({ min: -2 * 12, max: 4 * 12 }).map((steps) => steps * STEP_MS);
      fc.assert(
        fc.property(fc.constantFrom(...changes.keys()), smallHours, (change, timeMs) => {
          const { timeZone = '', moments = [] } = changes.get(change) ?? {};
          const at = new Date(DAY_MS + timeMs).toISOString().slice(11, 16);
          const { calendars = [], skip = [] } = timesOf({ timeZone, calendar: { at } });
          const runs = moments.filter(
            ({ wall }) =>
              calendars.some((one) => matches(one, wall)) && !skip.some((one) => matches(one, wall)),
          );
          const hoursBetween = runs
            .slice(1)
            .map(({ atMs }, index) => (atMs - (runs[index]?.atMs ?? 0)) / HOUR_MS);
          expect(runs.length).toBeGreaterThanOrEqual(4);
          expect(hoursBetween.every((hours) => hours >= 22 && hours <= 26)).toBe(true);
        }),
        runs(80),
      );
    });
  });

  interface Moment {
    atMs: number;
    wall: Date;
  }

  /** The days around each change of a zone's clocks, in small steps. */
  function clockChangesOf2026(timeZone: string): [string, { timeZone: string; moments: Moment[] }][] {
    const wall = wallClock(timeZone);
    const offset = (atMs: number): number => wall(atMs) - atMs;
    const found: ReturnType<typeof clockChangesOf2026> = [];
    for (let dayMs = Date.UTC(2026, 0); dayMs < Date.UTC(2027, 0); dayMs += DAY_MS) {
      if (offset(dayMs) === offset(dayMs + DAY_MS)) continue;
      const moments: Moment[] = [];
      for (let atMs = dayMs - 2 * DAY_MS; atMs <= dayMs + 3 * DAY_MS; atMs += STEP_MS) {
        moments.push({ atMs, wall: new Date(wall(atMs)) });
      }
      found.push([`${timeZone} ${new Date(dayMs).toISOString()}`, { timeZone, moments }]);
    }
    return found;
  }

  /** As Temporal says of itself: a time matches where all fields match. */
  function matches(spec: CalendarSpec, wall: Date): boolean {
    const fits = (field: unknown, value: unknown): boolean =>
      Array.isArray(field) ? field.includes(value) : field === undefined || field === value;
    return (
      fits(spec.year, wall.getUTCFullYear()) &&
      fits(spec.month, MONTHS[wall.getUTCMonth()]) &&
      fits(spec.dayOfMonth, wall.getUTCDate()) &&
      fits(spec.dayOfWeek, DAYS_OF_WEEK[wall.getUTCDay()]) &&
      fits(spec.hour, wall.getUTCHours()) &&
      fits(spec.minute, wall.getUTCMinutes())
    );
  }
});

describe('schedule calendar', () => {
  const freeze = [
    { from: '2026-10-28', to: '2026-11-02', reason: 'the store is closed' },
    { from: '2026-12-20', to: '2027-01-03', reason: 'holidays' },
  ];

  function found(timezone: string): ScheduleDescription {
    const declared = {
      id: 'strings',
      timeZone: timezone,
      release: 'release.yaml',
      cron: ['0 3 * * *'],
      freeze,
    };
    const description = {
      spec: { timezone },
      state: { paused: false },
      action: { memo: { digest: 'x', declared } },
    };
    return description as unknown as ScheduleDescription;
  }

  it('looks a day further than the month on each side', () => {
    expect(aroundMonth('2026-12')).toEqual({
      from: new Date('2026-11-30T00:00Z'),
      to: new Date('2027-01-02T00:00Z'),
    });
  });

  it('puts runs on the days of their time zone, and leaves out those of other months', () => {
    const name = { project: 'default', name: 'strings' };
    const past = {
      runs: [
        {
          at: new Date('2026-10-31T18:30Z'),
          state: 'done' as const,
          changed: true,
          releaseId: 'default/strings-2026-11-01',
          problem: null,
        },
      ],
      isCut: false,
    };
    const coming = [new Date('2026-11-29T18:30Z'), new Date('2026-11-30T18:30Z')];
    const month = scheduleMonth('2026-11', { name, found: found('Asia/Tokyo'), past, coming });
    expect(month.runs).toEqual([
      expect.objectContaining({ day: '2026-11-01', time: '03:30', result: 'done' }),
      expect.objectContaining({ day: '2026-11-30', time: '03:30', result: null }),
    ]);
  });

  it('has the freezes that touch the month', () => {
    const name = { project: 'default', name: 'strings' };
    const nothing = { name, found: found('UTC'), past: { runs: [], isCut: false }, coming: [] };
    const frozen = (month: string) => scheduleMonth(month, nothing).freezes.map(({ reason }) => reason);
    expect(frozen('2026-10')).toEqual(['the store is closed']);
    expect(frozen('2026-11')).toEqual(['the store is closed']);
    expect(frozen('2027-01')).toEqual(['holidays']);
    expect(frozen('2027-02')).toEqual([]);
  });
});

describe('note schedule', () => {
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
});
