import { chmod, readFile, stat } from 'node:fs/promises';
import { keptToken } from '../../../src/embedded/own-directory';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

it('the token of a directory is made once, for its owner alone', async () => {
  const path = scratch.path('.locrelease', 'console-token');
  const token = await keptToken(path);
  expect(token).toMatch(/^lrt_/);
  expect(await keptToken(path)).toBe(token);
  expect(await readFile(path, 'utf8')).toBe(`${token}\n`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await chmod(path, 0o644);
  expect(await keptToken(path)).toBe(token);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
