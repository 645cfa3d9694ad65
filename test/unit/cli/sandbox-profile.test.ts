import { readProfile } from '../../../src/cli/sandbox';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

it.each([
  ['# slow\nspeed: 1\nspede: 2\n', ':3: spede: is not a known key (did you mean speed?)'],
  ['host: x\nspeed: fast\n', ':2: speed: must be a number, not text'],
  ['speed: 1\nspeed: 2\n', ':2: speed: appears twice; the first is on line 1'],
])('a fault of %j is told with its line', async (text, message) => {
  const profile = await scratch.write('profile.yaml', text);
  expect(() => readProfile({ profile })).toThrow(profile + message);
});

it('an option counts before the file, and is named where it is wrong', async () => {
  const profile = await scratch.write('profile.yaml', 'speed: 2\nport: 7\n');
  expect(readProfile({ profile, speed: '3' })).toMatchObject({ speed: 3, port: 7 });
  expect(readProfile({})).toMatchObject({ speed: 1, port: 0 });
  expect(() => readProfile({ port: '70000' })).toThrow('--port: expected a port from 0 to 65535.');
});
