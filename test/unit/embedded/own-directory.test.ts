import { existsSync } from 'node:fs';
import { ownDirectory } from '../../../src/embedded/own-directory';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

it('is for one at a time', async () => {
  const directory = scratch.path('state');
  await scratch.write('state/dev.pid', `${process.ppid}\n`);
  await expect(ownDirectory(directory)).rejects.toThrow(
    `"locrelease dev" already runs in this directory, as process ${process.ppid}. Nothing was started.`,
  );
});

it('is given back, and is not kept by one of the same number, as in a container that was killed', async () => {
  const directory = scratch.path('state');
  await ownDirectory(directory);
  const giveBack = await ownDirectory(directory);
  giveBack();
  expect(existsSync(scratch.path('state', 'dev.pid'))).toBe(false);
  (await ownDirectory(directory))();
});

it('is not kept by one that was killed', async () => {
  // Above the greatest number that a process can have.
  await scratch.write('state/dev.pid', '99999999\n');
  (await ownDirectory(scratch.path('state')))();
});

it('says what is wrong with it in one line', async () => {
  const file = await scratch.write('state', '');
  await expect(ownDirectory(file)).rejects.toThrow(
    /^Cannot write .*: it is a file, .*Nothing was started\.$/,
  );
});
