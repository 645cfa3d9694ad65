import { scheduleFile, type ScheduleFile } from '../../../src/domain/schedules/schedule-file';

const day = 86_400_000;

type Schedule = ScheduleFile['schedules'][number];

const timeless = { id: 'strings', timeZone: 'Europe/Berlin', release: 'release.yaml' };
const least: Schedule = { ...timeless, calendar: { at: '02:30' } };

/** `path: message` of every issue of a file with this schedule alone. */
function issuesOf(...schedules: unknown[]): string[] {
  const { error } = scheduleFile.safeParse({ schedules });
  return (error?.issues ?? []).map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);
}

describe('a schedule', () => {
  it('may leave out all that has a default', () => {
    expect(scheduleFile.parse({ schedules: [least] }).schedules).toEqual([
      {
        ...least,
        calendar: { at: '02:30', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
        overlap: 'skip',
        catchUp: day,
        freeze: [],
        paused: false,
      },
    ]);
  });

  it('may say everything', () => {
    const freeze = [{ from: '2026-12-20', to: '2027-01-06', reason: 'holidays' }];
    const full: Schedule = {
      ...least,
      calendar: { at: '23:00', days: ['mon', 'fri'] },
      overlap: 'buffer-one',
      catchUp: '6h',
      jitter: '10m',
      freeze,
      paused: true,
    };
    expect(scheduleFile.parse({ schedules: [full] }).schedules).toEqual([
      { ...full, catchUp: day / 4, jitter: 600_000 },
    ]);
  });

  it('may be cron lines, one or several', () => {
    const schedules = [
      { ...timeless, cron: '30 2 * * *' },
      { ...timeless, id: 'other', cron: ['0 1 * * sat', '0 3 * * sun'] },
    ];
    expect(scheduleFile.parse({ schedules }).schedules.map(({ cron }) => cron)).toEqual([
      ['30 2 * * *'],
      ['0 1 * * sat', '0 3 * * sun'],
    ]);
  });
});

describe('a schedule is refused for', () => {
  const without = (key: keyof Schedule): unknown => ({ ...least, [key]: undefined });
  const frozen = (from: string, to: string): unknown => ({ ...least, freeze: [{ from, to, reason: 'x' }] });

  it.each([
    ['no time zone, because none is guessed', without('timeZone'), '0.timeZone: '],
    [
      'a time zone that is none',
      { ...least, timeZone: 'Berlin' },
      '0.timeZone: must be the name of a time zone',
    ],
    ['no times', timeless, '0.calendar: must say when it runs, unless cron does'],
    [
      'times twice',
      { ...least, cron: '30 2 * * *' },
      '0.calendar: must say when it runs, unless cron does; use one of them, not both',
    ],
    ['a wrong cron line', { ...timeless, cron: '30 2' }, '0.cron: must be a cron line of five fields'],
    [
      'a wrong cron line among others',
      { ...timeless, cron: ['30 2 * * *', '99 2 * * *'] },
      '0.cron.1: has a wrong minute',
    ],
    ['no cron line', { ...timeless, cron: [] }, '0.cron: '],
    ['a number for cron', { ...timeless, cron: 5 }, '0.cron: must be a cron line, or a list of them'],
    [
      'a time of day that is none',
      { ...least, calendar: { at: '24:00' } },
      '0.calendar.at: must be a time of day',
    ],
    [
      'a time of day with seconds',
      { ...least, calendar: { at: '02:30:00' } },
      '0.calendar.at: must be a time',
    ],
    [
      'a day twice',
      { ...least, calendar: { at: '02:30', days: ['mon', 'mon'] } },
      '0.calendar.days: names a day twice',
    ],
    ['no day', { ...least, calendar: { at: '02:30', days: [] } }, '0.calendar.days: '],
    ['an overlap that would cancel', { ...least, overlap: 'cancel-other' }, '0.overlap: '],
    ['a catch-up that is none', { ...least, catchUp: 'always' }, '0.catchUp: must be a duration'],
    [
      'a freeze that ends before it begins',
      frozen('2026-12-24', '2026-12-23'),
      '0.freeze.0.to: must not be before',
    ],
    ['a freeze without end', frozen('2026-12-24', '2028-12-24'), '0.freeze.0.to: must be within a year'],
    [
      'a date that does not exist',
      frozen('2026-02-30', '2026-03-01'),
      '0.freeze.0.from: must be a date such as',
    ],
    [
      'a time for a date',
      frozen('2026-02-20T00:00Z', '2026-03-01'),
      '0.freeze.0.from: must be a date such as',
    ],
    [
      'a freeze without a reason',
      { ...least, freeze: [{ from: '2026-12-24', to: '2026-12-26' }] },
      '0.freeze.0.reason: ',
    ],
    ['an id with a slash', { ...least, id: 'a/b' }, '0.id: must be 1 to 100'],
    ['no release', without('release'), '0.release: '],
    ['an unknown key', { ...least, timezone: 'UTC' }, '0: Unrecognized key: "timezone"'],
  ])('%s', (_what, schedule, issue) => {
    expect(issuesOf(schedule)).toEqual([expect.stringContaining(issue)]);
  });

  it('the id of another one', () => {
    expect(issuesOf(least, least)).toEqual(['1.id: is the id of another schedule too']);
  });

  it('being none at all', () => {
    expect(issuesOf()).toEqual([expect.stringContaining('>=1')]);
  });
});
