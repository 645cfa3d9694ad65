import { initials } from '../../../web/review/people';

it.each([
  ['Olga Petrova', 'OP'],
  ['ci.nightly-build', 'CB'],
  ['reviewer', 'RE'],
  ['李小龙', '李小'],
  ['x', 'X'],
  ['--', ''],
])('%s is %s in short', (name, short) => {
  expect(initials(name)).toBe(short);
});
