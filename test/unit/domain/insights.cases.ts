import { firstWeekMs, insightsOf, weekStartMs, type EndedRelease } from '../../../src/domain/insights';
import fc from '../../support/fast-check';

/** A Monday. */
const nowMs = Date.parse('2026-11-16T12:00Z');

const ended = (endedAt: string, more: Partial<EndedRelease> = {}): EndedRelease => ({
  state: 'done',
  endedAt,
  strings: 10,
  stageMs: {},
  completeness: [],
  ...more,
});

it('counts by the week, also weeks in which nothing was', () => {
  const releases = [
    ended('2026-11-16T00:00:00.000Z'),
    ended('2026-11-15T23:59:59.999Z', { state: 'rejected' }),
    ended('2026-11-09T00:00:00.000Z', { strings: null }),
    ended('2026-10-01T00:00:00.000Z'),
  ];
  expect(insightsOf(releases, { nowMs, weeks: 3 }).weeks).toEqual([
    { week: '2026-11-02', released: 0, unreleased: 0, strings: 0, review: null },
    { week: '2026-11-09', released: 1, unreleased: 1, strings: 0, review: null },
    { week: '2026-11-16', released: 1, unreleased: 0, strings: 10, review: null },
  ]);
});

it('tells how long stages took, and apart from them how long people did', () => {
  const releases = Array.from({ length: 10 }, (_, index) =>
    ended('2026-11-16T01:00:00.000Z', {
      stageMs: {
        scan: 0,
        translate: (index + 1) * 1000,
        ...(index < 2 && { confirm: 60_000 * (index + 1) }),
      },
    }),
  );
  const { stages, review, weeks } = insightsOf(releases, { nowMs, weeks: 1 });
  expect(stages).toEqual([{ name: 'translate', count: 10, medianMs: 5000, p90Ms: 9000 }]);
  expect(review).toEqual({ count: 2, medianMs: 60_000, p90Ms: 120_000 });
  expect(weeks[0]?.review).toEqual(review);
});

it('has the least complete language first, and only of what was released', () => {
  const releases = [
    ended('2026-11-16T01:00:00.000Z', {
      completeness: [
        { language: 'ja', percent: 100 },
        { language: 'ko', percent: 80 },
      ],
    }),
    ended('2026-11-16T02:00:00.000Z', { completeness: [{ language: 'ko', percent: 100 }] }),
    ended('2026-11-16T02:00:00.000Z', { state: 'failed', completeness: [{ language: 'ar', percent: 1 }] }),
  ];
  expect(insightsOf(releases, { nowMs, weeks: 1 }).languages).toEqual([
    { language: 'ko', releases: 2, lowest: 80, average: 90 },
    { language: 'ja', releases: 1, lowest: 100, average: 100 },
  ]);
});

it('begins weeks on Monday at midnight', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (date) => {
        const start = new Date(weekStartMs(date.getTime()));
        expect(start.getUTCDay()).toBe(1);
        expect(start.toISOString()).toMatch(/T00:00:00\.000Z$/);
        const sinceMs = date.getTime() - start.getTime();
        expect(sinceMs >= 0 && sinceMs < 7 * 86_400_000).toBe(true);
        expect(firstWeekMs(date.getTime(), 1)).toBe(start.getTime());
      },
    ),
  );
});
