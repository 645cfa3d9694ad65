import { timeLeftText } from '../../../src/domain/release/time-left';
import { durationMs } from '../../../src/domain/text/duration';
import fc from '../../support/fast-check';

const left = { leastMs: 460_000, usualMs: 700_000, mostMs: 1_190_000, isLate: false, review: null } as const;

it.each([
  [left, 'about 12 min left (8–20 min)'],
  [{ ...left, leastMs: 41_000 }, 'about 12 min left (45 s – 20 min)'],
  [{ ...left, leastMs: 700_000, mostMs: 700_000 }, 'about 12 min left'],
  [{ ...left, leastMs: 0, usualMs: 12_000, mostMs: 31_000 }, 'about 15 s left (5–35 s)'],
  [{ ...left, leastMs: 0, usualMs: 0, mostMs: 31_000 }, 'up to 35 s left'],
  [{ ...left, mostMs: 5_000_000 }, 'about 12 min left (8 min – 1 h 30 min)'],
  [{ ...left, review: 'open' }, 'about 12 min after the review (8–20 min)'],
  [{ ...left, review: 'ahead' }, 'about 12 min left, without the review (8–20 min)'],
  [{ ...left, isLate: true }, 'taking longer than usual'],
] as const)('%j is told as %s', (time, text) => {
  expect(timeLeftText(time)).toBe(text);
});

it('never tells more time where there is less', () => {
  const told = (ms: number): number => {
    const text = timeLeftText({ ...left, leastMs: ms, usualMs: ms, mostMs: ms }).replace(/about | left/g, '');
    const parts = text.match(/\d+ (h|min|s|d)/g) ?? [];
    return parts.reduce((sum, part) => sum + (durationMs(part) ?? NaN), 0);
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80_000_000 }), fc.nat(4_000_000), (ms, moreMs) => {
      expect(told(ms)).toBeLessThanOrEqual(told(ms + moreMs));
      expect(told(ms)).toBeGreaterThanOrEqual(ms);
    }),
  );
});
