import { DAYS_OF_WEEK, MONTHS, type CalendarSpec } from '@temporalio/client';
import { scheduleFile, type ScheduleFile } from '../../../src/domain/schedules/schedule-file';
import { wallClock } from '../../../src/domain/schedules/wall-clock';
import { scheduleTimes } from '../../../src/client/schedules/schedule-options';
import fc, { runs } from '../../support/fast-check';

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
