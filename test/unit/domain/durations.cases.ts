import { durationMs, durationText } from '../../../src/domain/text/duration';
import fc from '../../support/fast-check';
import { timeLeftText } from '../../../src/domain/release/time-left';

describe('duration', () => {
  describe('a duration', () => {
    it.each([
      ['3 days', 259_200_000],
      ['1 day', 86_400_000],
      ['30m', 1_800_000],
      ['1.5h', 5_400_000],
      ['3s', 3000],
      ['250ms', 250],
      ['2 Weeks', 1_209_600_000],
      ['0s', 0],
      ['0.3333s', 333],
    ])('%j is %d ms', (text, value) => {
      expect(durationMs(text)).toBe(value);
    });

    it.each([
      '',
      '3',
      '3.',
      'days',
      '-3 days',
      '3 fortnights',
      '3  days',
      ' 3 days',
      '3 days ',
      '1h 30m',
      '1e3s',
      '11 years',
    ])('%j is none', (text) => {
      expect(durationMs(text)).toBeNull();
    });

    it('is a whole number that a date can hold, or none, whatever the text', () => {
      const digits = fc.stringMatching(/^[0-9]{1,120}(\.[0-9]{1,20})?$/);
      fc.assert(
        fc.property(digits, fc.constantFrom('ms', 's', ' hours', 'y', ' parsecs'), (number, unit) => {
          const value = durationMs(number + unit);
          if (value === null) return;
          expect(Number.isSafeInteger(value)).toBe(true);
          expect(new Date(Date.now() + value).toISOString()).toMatch(/^20/);
        }),
      );
    });
  });
});

describe('duration text', () => {
  it.each([
    [-1583, '0 ms'],
    [0, '0 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1000, '1 s'],
    [59_600, '1 min'],
    [65_000, '1 min 5 s'],
    [3_600_000, '1 h'],
    [3_605_000, '1 h'],
    [86_400_000, '1 d'],
    [273_600_000, '3 d 4 h'],
  ])('%d ms are told as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

describe('time left text', () => {
  const left = {
    leastMs: 460_000,
    usualMs: 700_000,
    mostMs: 1_190_000,
    isLate: false,
    review: null,
  } as const;

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
      const text = timeLeftText({ ...left, leastMs: ms, usualMs: ms, mostMs: ms }).replace(
        /about | left/g,
        '',
      );
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
});
