import { durationMs } from '../../../src/domain/text/duration';
import fc from '../../support/fast-check';

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
