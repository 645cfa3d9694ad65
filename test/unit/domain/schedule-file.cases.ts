import { cronFault, type ScheduleFile, scheduleFile } from '../../../src/domain/schedules/schedule-file';
import {
  noteLines,
  starterOfRun,
  withAction,
  withActionWhilePaused,
} from '../../../src/domain/schedules/schedule-note';
import fc from '../../support/fast-check';

describe('schedule file', () => {
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

    it('may be a cron line that runs seldom', () => {
      const lines = ['0 0 29 2 *', '0 0 31 feb,mar *', '0 0 30/1 2-4 *', '*/20 0-6/2 * * mon-fri'];
      expect(lines.map(cronFault)).toEqual(lines.map(() => null));
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
      [
        'a day that never comes',
        { ...timeless, cron: '0 0 30 2 *' },
        '0.cron: never runs: none of its months',
      ],
      ['the 31st of short months', { ...timeless, cron: '0 0 31 apr,jun,9/2 *' }, '0.cron: never runs'],
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
});

describe('schedule note', () => {
  const at = new Date('2026-11-15T03:00:00Z');

  describe("a schedule's note", () => {
    it('says who did what, when and why, newest first', () => {
      const created = withAction(undefined, { at, by: 'olga', what: 'created it' });
      const paused = withAction(created, { at, by: 'ken', what: 'paused it', why: 'release\nweek' });
      expect(noteLines(paused)).toEqual([
        '2026-11-15T03:00:00.000Z ken paused it: release week',
        '2026-11-15T03:00:00.000Z olga created it',
      ]);
    });

    it('keeps the reason of a pause on top, whatever is done while it is paused, and until it is resumed', () => {
      const hour = (count: number): Date => new Date(at.getTime() + count * 3_600_000);
      const pause = '2026-11-15T03:00:00.000Z ken paused it: release week';
      let note = withAction(undefined, { at, by: 'ken', what: 'paused it', why: 'release week' });
      for (let run = 1; run <= 30; run += 1)
        note = withActionWhilePaused(note, { at: hour(run), by: 'olga', what: 'triggered it' });
      const lines = noteLines(note);
      expect(lines).toHaveLength(20);
      expect(lines.slice(0, 2)).toEqual([pause, `${hour(30).toISOString()} olga triggered it`]);

      const resumed = noteLines(withAction(note, { at: hour(31), by: 'ken', what: 'resumed it' }));
      expect(resumed[0]).toContain('ken resumed it');
      expect(resumed).toEqual(resumed.toSorted().toReversed());
    });

    it('keeps what another tool has noted', () => {
      const note = withAction('Paused by the web page', { at, by: 'olga', what: 'resumed it' });
      expect(noteLines(note)[1]).toBe('Paused by the web page');
    });

    it('stays small, and one line for one deed, whatever is said', () => {
      const deeds = fc.array(fc.record({ by: fc.string(), why: fc.string({ maxLength: 2000 }) }), {
        maxLength: 30,
      });
      fc.assert(
        fc.property(deeds, (all) => {
          let note: string | undefined;
          for (const { by, why } of all) note = withAction(note, { at, by, what: 'paused it', why });
          const lines = noteLines(note);
          expect(lines).toHaveLength(Math.min(all.length, 20));
          expect(lines.every((line) => line.startsWith(at.toISOString()) && line.length <= 1000)).toBe(true);
        }),
      );
    });
  });

  describe('the starter of a run', () => {
    const minute = (count: number): Date => new Date(at.getTime() + count * 60_000);
    const triggered = withAction(undefined, { at, by: 'olga', what: 'triggered it', why: 'a hurry' });
    const run = (scheduledAt: Date, startedAt = scheduledAt) => ({ scheduledAt, startedAt });

    it('is who triggered it, also where it had to wait for the run before', () => {
      expect(starterOfRun(triggered, run(new Date(at.getTime() + 300)))).toBe('olga');
      expect(starterOfRun(triggered, run(at, minute(90)))).toBe('olga');
    });

    it('is nobody where its time has come', () => {
      expect(starterOfRun(undefined, run(at))).toBeNull();
      expect(starterOfRun(triggered, run(minute(-60)))).toBeNull();
      expect(starterOfRun(triggered, run(minute(60)))).toBeNull();
    });

    it('is who backfilled its time, and not where it ran at that time', () => {
      const what = `backfilled it from ${minute(-600).toISOString()} to ${minute(-300).toISOString()}`;
      const note = withAction(undefined, { at, by: 'Mira K', what, why: 'an outage: long' });
      expect(starterOfRun(note, run(minute(-300), minute(5)))).toBe('Mira K');
      expect(starterOfRun(note, run(minute(-300), minute(-299)))).toBeNull();
      expect(starterOfRun(note, run(minute(-299), minute(5)))).toBeNull();
    });

    it('is not who a reason names', () => {
      const note = withAction(undefined, { at, by: 'olga', what: 'paused it', why: 'ivan triggered it' });
      expect(starterOfRun(note, run(at))).toBeNull();
    });

    it('is not forgotten for all that is done to the schedule while the run waits', () => {
      let note = triggered;
      for (let time = 1; time <= 50; time += 1)
        note = withAction(note, {
          at: minute(time),
          by: 'olga',
          what: time % 2 ? 'paused it' : 'resumed it',
        });
      expect(noteLines(note)).toHaveLength(20);
      expect(starterOfRun(note, run(at, minute(60)))).toBe('olga');
    });
  });
});
