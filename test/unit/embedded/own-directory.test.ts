import { existsSync } from 'node:fs';
import { ownDirectory } from '../../../src/embedded/own-directory';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

it('is for one at a time', async () => {
  const directory = scratch.path('state');
  const giveBack = await ownDirectory(directory);
  await expect(ownDirectory(directory)).rejects.toThrow(
    `"locrelease dev" already runs in this directory, as process ${process.pid}. Nothing was started.`,
  );
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
  await expect(ownDirectory(file)).rejects.toThrow(/^Cannot keep anything in .*Nothing was started\./);
});
