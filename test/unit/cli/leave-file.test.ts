import { readFile, readdir } from 'node:fs/promises';
import { leaveFile } from '../../../src/cli/demo';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

it('never overwrites what is there, and leaves the same file once', async () => {
  await scratch.write('out/game.ini', 'mine');
  const from = await scratch.write('made/game.ini', 'new');
  const out = scratch.path('out');
  expect(await leaveFile(from, out)).toBe(scratch.path('out', 'game-2.ini'));
  expect(await leaveFile(from, out)).toBe(scratch.path('out', 'game-2.ini'));
  expect(await readFile(scratch.path('out', 'game.ini'), 'utf8')).toBe('mine');
  expect(await readdir(out)).toEqual(['game-2.ini', 'game.ini']);
});

it('says in one line why it cannot', async () => {
  const from = await scratch.write('made/game.ini', 'new');
  const file = await scratch.write('out', '');
  await expect(leaveFile(from, file)).rejects.toThrow(
    /^Cannot write .*game\.ini: it is a file, or has one in its path/,
  );
});
