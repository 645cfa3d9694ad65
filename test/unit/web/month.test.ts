import { daysOf, monthAfter, monthText, thisMonth, weekdayOf, zoneText } from '../../../web/schedules/month';

it('goes from month to month over the end of a year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-03', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-03',
  ]);
  expect(monthText('2026-11')).toBe('November 2026');
  expect(thisMonth(new Date(2026, 1, 3).getTime())).toBe('2026-02');
});

it('has all days of a month, also on nights when the clocks change', () => {
  expect(daysOf('2028-02')).toHaveLength(29);
  expect(daysOf('2026-03').at(-1)).toBe('2026-03-31');
  expect(['2026-11-16', '2026-11-22'].map(weekdayOf)).toEqual([1, 7]);
});

it('names the zone as it is at that time', () => {
  expect(zoneText('2026-07-01T00:00Z', 'UTC')).toBe('UTC');
  expect(zoneText('2026-07-01T00:00Z', 'Europe/London')).toBe('BST');
  expect(zoneText('2026-12-01T00:00Z', 'Europe/London')).toBe('GMT');
});
