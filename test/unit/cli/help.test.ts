import { cli } from '../../support/cli';

it.each([
  [
    ['help', 'status'],
    ['status', '--help'],
  ],
  [
    ['help', 'terms', 'edit'],
    ['terms', 'edit', '--help'],
  ],
  [
    ['help', 'service', 'task', 'wait'],
    ['service', 'task', 'wait', '--help'],
  ],
  [['help'], ['--help']],
])('%j says the same as %j', async (asked, same) => {
  const { code, stdout } = await cli(asked);
  expect(code).toBe(0);
  expect(stdout).toBe((await cli(same)).stdout);
});

it('shows the options of a command that is asked for its help', async () => {
  expect((await cli(['status', '--help'])).stdout).toContain('--output');
});

it('answers a word that is no command with what there is, as bad input', async () => {
  const { code, stderr } = await cli(['help', 'terms', 'bake']);
  expect(code).toBe(2);
  expect(stderr).toContain('locrelease terms');
  expect(stderr).toContain("locrelease: unknown command 'bake'");
});

it('shows every command in its group', async () => {
  const { stdout } = await cli(['--help']);
  const groups = stdout
    .split('\n\n')
    .slice(3)
    .map((part) => part.split('\n').map((line) => /^ {2}([a-z]+)/.exec(line)?.[1] ?? line));
  expect(groups).toEqual([
    [
      'Release:',
      'init',
      'plan',
      'start',
      'status',
      'list',
      'watch',
      'wait',
      'explain',
      'files',
      'report',
      'cancel',
      'rollback',
    ],
    ['Decide:', 'terms', 'retry', 'resolve', 'amend', 'pause', 'resume', 'termbase'],
    ['Every night:', 'schedule'],
    ['Services:', 'service'],
    ['Run:', 'dev', 'demo', 'worker', 'gateway', 'sandbox', 'mcp', 'doctor', 'notices', 'store'],
    ['Access:', 'auth', 'completion', 'help', ''],
  ]);
});

it.each([
  ['languages', 'service languages'],
  ['posts', 'service post'],
  ['login', 'auth login'],
  ['add-languages', 'amend --add-language'],
  ['stauts', 'status'],
])('suggests for %j the command %j', async (word, meant) => {
  const { code, stderr } = await cli([word, 'game-1', '--wait']);
  expect(code).toBe(2);
  expect(stderr).toContain(`locrelease: unknown command '${word}'\n(Did you mean ${meant}?)`);
});
