import { dateInZone } from '../../../src/domain/schedules/wall-clock';

describe('the date in a time zone', () => {
  const evening = new Date('2026-12-31T20:30:00Z');

  it.each([
    ['UTC', '2026-12-31'],
    ['Asia/Tokyo', '2027-01-01'],
    ['America/New_York', '2026-12-31'],
    ['Pacific/Kiritimati', '2027-01-01'],
  ])('is in %s %s', (timeZone, date) => {
    expect(dateInZone(evening, timeZone)).toBe(date);
  });

  it('changes with daylight saving time', () => {
    expect(dateInZone(new Date('2026-07-01T22:30:00Z'), 'Europe/London')).toBe('2026-07-01');
    expect(dateInZone(new Date('2026-07-01T23:30:00Z'), 'Europe/London')).toBe('2026-07-02');
    expect(dateInZone(new Date('2026-01-01T23:30:00Z'), 'Europe/London')).toBe('2026-01-01');
  });

  it('does not exist in a zone that does not', () => {
    expect(() => dateInZone(evening, 'Middle/Earth')).toThrow(RangeError);
  });
});
