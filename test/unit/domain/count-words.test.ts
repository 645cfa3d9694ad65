import { countWords } from '../../../src/domain/source-strings';

it.each([
  ['', 0],
  ['…!?', 0],
  ['Start Game', 2],
  ["Don't  stop,\nnow", 3],
  ['A {placeholder} here', 3],
  ['开始游戏', 2],
])('"%s" has %d words', (text, count) => {
  expect(countWords(text)).toBe(count);
});
