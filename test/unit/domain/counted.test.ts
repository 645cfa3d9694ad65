import { counted } from '../../../src/domain/text/counted';

it.each([
  [0, '0 terms'],
  [1, '1 term'],
  [2, '2 terms'],
])('%d is %j', (count, text) => {
  expect(counted(count, 'term')).toBe(text);
});
