import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

it('a process whose threads all hang in a file ends by the signal that stopped it, and says so', async () => {
  const fixture = join(__dirname, 'fixtures/stuck-process.ts');
  const stuck = spawn(process.execPath, ['--import', 'tsx', fixture], { stdio: ['ignore', 'pipe', 'pipe'] });
  child = stuck;
  await once(stuck.stdout, 'data');
  stuck.kill('SIGTERM');
  const [said, ended] = await Promise.all([text(stuck.stderr), once(stuck, 'exit')]);
  expect(ended).toEqual([null, 'SIGTERM']);
  expect(said).toMatch(
    /^The worker was told to stop 0\.5 seconds ago, and something still hangs\. It ends now\./,
  );
});
