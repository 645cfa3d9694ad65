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
  expect(stderr).toContain("error: unknown command 'bake'");
});
