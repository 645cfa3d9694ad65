import { existsSync, statSync } from 'node:fs';
import { runningDev } from '../../../src/config/dev-set';
import { ownDirectory } from '../../../src/embedded/own-directory';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

it('is for one at a time', async () => {
  const directory = scratch.path('state');
  await scratch.write('state/dev.json', JSON.stringify({ pid: process.ppid, environment: {} }));
  await expect(ownDirectory(directory)).rejects.toThrow(
    `"locrelease dev" already runs in this directory, as process ${process.ppid}. Nothing was started.`,
  );
});

it('is given back, and is not kept by one of the same number, as in a container that was killed', async () => {
  const directory = scratch.path('state');
  await ownDirectory(directory);
  const owned = await ownDirectory(directory);
  owned.giveBack();
  expect(existsSync(scratch.path('state', 'dev.json'))).toBe(false);
  (await ownDirectory(directory)).giveBack();
});

it('is not kept by one that was killed', async () => {
  // Above the greatest number that a process can have.
  await scratch.write('state/dev.json', JSON.stringify({ pid: 99_999_999, environment: {} }));
  (await ownDirectory(scratch.path('state'))).giveBack();
});

it('says how to reach its owner, to nobody else', async () => {
  const owned = await ownDirectory(scratch.path('state'));
  await owned.announce({ TEMPORAL_ADDRESS: '127.0.0.1:7233' });
  expect(runningDev(scratch.path('state'))).toEqual({
    pid: process.pid,
    environment: { TEMPORAL_ADDRESS: '127.0.0.1:7233' },
  });
  expect(statSync(scratch.path('state', 'dev.json')).mode & 0o777).toBe(0o600);
  owned.giveBack();
  expect(runningDev(scratch.path('state'))).toBeNull();
});

it('says what is wrong with it in one line', async () => {
  const file = await scratch.write('state', '');
  await expect(ownDirectory(file)).rejects.toThrow(
    /^Cannot write .*: it is a file, .*Nothing was started\.$/,
  );
});
