import { quietUntilMs } from '../../../src/domain/schedules/wall-clock';
import fc from '../../support/fast-check';

const MINUTE_MS = 60_000;
const night = { fromMinute: 22 * 60, toMinute: 7 * 60, timezone: 'Europe/Berlin' };
const until = (at: string, hours = night): string | null => {
  const ms = quietUntilMs(hours, Date.parse(at));
  return ms === null ? null : new Date(ms).toISOString();
};

it.each([
  ['before them', '2026-11-16T20:59:59Z', null],
  ['when they begin', '2026-11-16T21:00:00Z', '2026-11-17T06:00:00.000Z'],
  ['in the night', '2026-11-17T03:12:13Z', '2026-11-17T06:00:00.000Z'],
  ['when they are over', '2026-11-17T06:00:00Z', null],
  ['in a night that has an hour more', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
  ['in a night that has an hour less', '2026-03-28T23:00:00Z', '2026-03-29T05:00:00.000Z'],
])('%s', (_when, at, expected) => expect(until(at)).toBe(expected));

it('that end in the hour that does not exist end when the clocks have jumped over it', () => {
  const hours = { ...night, toMinute: 2 * 60 + 30 };
  expect(until('2026-03-29T00:30:00Z', hours)).toBe('2026-03-29T01:00:00.000Z');
});

it('that do not reach over midnight hold at their own time alone', () => {
  const noon = { fromMinute: 12 * 60, toMinute: 13 * 60, timezone: 'UTC' };
  expect(until('2026-11-16T12:30:00Z', noon)).toBe('2026-11-16T13:00:00.000Z');
  expect(until('2026-11-16T23:30:00Z', noon)).toBeNull();
});

it('end at the first minute that is not quiet, whatever the hours, the place and the day', () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const place = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  );
  const at = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(minute, minute, place, at, (fromMinute, toMinute, timezone, date) => {
      fc.pre(fromMinute !== toMinute);
      const hours = { fromMinute, toMinute, timezone };
      const endMs = quietUntilMs(hours, date.getTime());
      if (endMs === null) return;
      expect(quietUntilMs(hours, endMs)).toBeNull();
      expect(quietUntilMs(hours, endMs - MINUTE_MS)).toBe(endMs);
      expect(endMs - date.getTime()).toBeLessThanOrEqual(25 * 60 * MINUTE_MS);
    }),
    { numRuns: 20 },
  );
});
