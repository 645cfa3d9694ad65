import { localTime, timeZoneFault, wallClock } from '../../../src/domain/schedules/wall-clock';
import fc from '../../support/fast-check';
import { cronFault } from '../../../src/domain/schedules/schedule-file';

describe('wall clock', () => {
  describe('a time by the clocks of a time zone', () => {
    it.each([
      ['2026-11-16T01:30:00Z', 'Europe/Berlin', 'Mon 2026-11-16 02:30 +01:00'],
      ['2026-07-16T00:30:00Z', 'Europe/Berlin', 'Thu 2026-07-16 02:30 +02:00'],
      ['2026-01-01T00:00:00Z', 'America/St_Johns', 'Wed 2025-12-31 20:30 -03:30'],
      ['2026-06-01T00:00:07.900Z', 'Asia/Kathmandu', 'Mon 2026-06-01 05:45:07 +05:45'],
      ['2026-06-01T00:00:00Z', 'UTC', 'Mon 2026-06-01 00:00 +00:00'],
    ])('shows %s in %s as %s', (at, timeZone, text) => {
      expect(localTime(new Date(at), timeZone)).toBe(text);
    });

    it('in UTC is the time itself', () => {
      const wall = wallClock('UTC');
      const seconds = fc.integer({ min: 0, max: Date.UTC(2100, 0) / 1000 });
      fc.assert(fc.property(seconds, (at) => wall(at * 1000) === at * 1000));
    });
  });

  describe('the name of a time zone', () => {
    it.each(['Europe/Berlin', 'UTC', 'Asia/Kolkata', 'US/Pacific', 'Etc/GMT-3'])('may be %s', (name) => {
      expect(timeZoneFault(name)).toBeNull();
    });

    it.each(['', 'Berlin', 'Middle/Earth', '+02:00', 'Local'])('is not %j', (name) => {
      expect(timeZoneFault(name)).toBe('must be the name of a time zone, such as Europe/Berlin or UTC');
    });

    it('is written as Temporal knows it', () => {
      expect(timeZoneFault('europe/berlin')).toBe('must be written Europe/Berlin');
    });
  });
});

describe('cron line', () => {
  describe('a cron line', () => {
    it.each([
      '30 2 * * *',
      ' 30  2 * * * ',
      '*/15 0-5,8 1/2 jan,JUNE 7',
      '0 2 * * MON-FRI',
      '0 2 * * monday',
      '05 02 31 12 0',
      '0-59/10 * * * *',
    ])('may be %j', (line) => {
      expect(cronFault(line)).toBeNull();
    });

    it.each(['', '30 2 * *', '0 30 2 * * *', '@daily', 'CRON_TZ=UTC 30 2 * * *', '30 2 * * * # night'])(
      'has five fields, unlike %j',
      (line) => {
        expect(cronFault(line)).toContain('must be a cron line of five fields: minute, hour');
      },
    );

    it.each([
      ['60 2 * * *', 'minute'],
      ['-1 2 * * *', 'minute'],
      [', 2 * * *', 'minute'],
      ['*/0 2 * * *', 'minute'],
      ['1/2/3 2 * * *', 'minute'],
      ['1-2-3 2 * * *', 'minute'],
      ['1.5 2 * * *', 'minute'],
      ['0 24 * * *', 'hour'],
      ['0 5-2 * * *', 'hour'],
      ['0 mon * * *', 'hour'],
      ['0 2 0 * *', 'day of the month'],
      ['0 2 32 * *', 'day of the month'],
      ['0 2 * 13 *', 'month'],
      ['0 2 * janus *', 'month'],
      ['0 2 * * 8', 'day of the week'],
      ['0 2 * * mo', 'day of the week'],
    ])('is not %j, because of its %s', (line, field) => {
      expect(cronFault(line)).toMatch(new RegExp(`^has a wrong ${field}: it takes \\*, numbers from \\d`));
    });
  });
});
