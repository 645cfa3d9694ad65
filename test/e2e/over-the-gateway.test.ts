/** From a machine that knows the address of a gateway and a token, and nothing else. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandLine, type Ran } from './command-line';
import { describeCommands } from './describe-commands';
import { startFar } from './ways';
import { drawn, isNightly } from '../support/nightly';

const product = describeCommands(startFar, { whole: isNightly });

const asked = ['status game-1', 'list', 'explain game-1', 'report game-1', 'list --all', 'files game-1'];

it.each(drawn(asked, 2, 3).map((words) => [words.split(' ')]))(
  '%j says the same on both machines',
  async (args) => {
    const words = [...args, '-o', 'json'];
    const [there, here] = [await product().run(words), await product().set.here.run(words)];
    // The order of keys is no part of what JSON says.
    const told = ({ stdout, ...run }: typeof here) => ({ ...run, document: JSON.parse(stdout) as unknown });
    expect(told(there)).toEqual(told(here));
    expect(there.code).toBe(0);
  },
);

it('files for elsewhere on the worker are refused', async () => {
  const changes = { export: { template: 'tpl-1a2b3c4d', directory: '/etc' } };
  const refused = await product().run(['start', await product().releaseFile('outside', changes)]);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('export.directory must be a relative path') as string,
  });
  expect((await product().run(['status', 'outside'])).code).toBe(2);
});

it('a context is kept for its owner alone, and used until it is left', async () => {
  const { commands, set } = product();
  const { directory, env } = commands;
  const bare = new CommandLine(directory, { PATH: env.PATH, HOME: directory });
  const run = (args: string[], typed?: string): Promise<Ran> => bare.run(args, {}, typed);
  const login = ['auth', 'login', 'home', '--server', set.consoleUrl];
  expect(await run(login, 'lrt_nobody\n')).toMatchObject({ code: 2 });
  expect(await run(login, `${set.consoleToken}\n`)).toMatchObject({ code: 0 });
  const file = join(directory, '.config/locrelease/contexts.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run(['status', 'game-1'])).toMatchObject({ code: 0 });
  const listed = await run(['auth', 'list']);
  expect(listed.stdout).toMatch(/^CURRENT +NAME +OPERATOR +SERVER\n\* +home /);
  expect(listed.stdout).not.toContain(set.consoleToken);
  expect(await run(['status', 'game-1', '--context', 'nowhere'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no context nowhere.') as string,
  });
  expect(await run(['auth', 'use', 'none'])).toMatchObject({ code: 0 });
  expect(await run(['status', 'game-1', '--context', 'home'])).toMatchObject({ code: 0 });
  expect(await run(['auth', 'logout', 'home'])).toMatchObject({ code: 0 });
  expect(await readFile(file, 'utf8')).not.toContain(set.consoleToken);
});

it('the exit code is 9 where no gateway answers, which is named', async () => {
  const answer = await product().run(['status', 'game-1'], { LOCRELEASE_SERVER: 'http://127.0.0.1:2' });
  expect(answer).toMatchObject({ code: 9, stdout: '' });
  expect(answer.stderr).toContain('Cannot connect to the gateway at http://127.0.0.1:2');
  expect(answer.stderr).toContain('Nothing was done.');
});
