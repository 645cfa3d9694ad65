import { durationText } from '../../../src/domain/text/duration';

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
