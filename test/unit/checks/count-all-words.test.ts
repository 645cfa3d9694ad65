import { countAllWords } from '../../../src/checks/count-all-words';

it('counts the words of all texts', async () => {
  expect(await countAllWords(['Start the game', 'Quit', ''])).toBe(4);
});

it('lets others have their turn', async () => {
  let turns = 0;
  const counting = countAllWords(Array.from({ length: 10 }, () => 'one two '.repeat(10_000)));
  const other = setInterval(() => (turns += 1), 0);
  expect(await counting).toBe(200_000);
  clearInterval(other);
  expect(turns).toBeGreaterThan(0);
});

it('does not begin where it would take too long', async () => {
  expect(await countAllWords(['x'.repeat(10_000_001)])).toBeNull();
});
