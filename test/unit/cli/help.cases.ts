import type { Command } from 'commander';
import { defineAll } from '../../../src/cli/lazy-command';
import { createProgram } from '../../../src/cli/program';
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

describe('the help of every command', () => {
  async function everyCommand(): Promise<Command[]> {
    const program = createProgram();
    await defineAll(program);
    const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
    return all(program);
  }
  const pathOf = (command: Command): string[] =>
    command.parent === null ? [] : [...pathOf(command.parent), command.name()];

  it('has no line that a terminal breaks', async () => {
    const commands = await everyCommand();
    const { stdout } = await cli(['terms', '--help']);
    expect(stdout.split('\n').filter((line) => line.length > 90)).toEqual([]);
    for (const command of commands) {
      const lines: string[] = [];
      command.configureOutput({ writeOut: (text) => void lines.push(...text.split('\n')) });
      command.outputHelp();
      const words = lines.filter((line) => !line.startsWith('  locrelease '));
      expect({ path: pathOf(command), long: words.filter((line) => line.length > 125) }).toMatchObject({
        long: [],
      });
    }
  });

  it('has a form for scripts', async () => {
    const commands = await everyCommand();
    const without = commands.filter(
      ({ commands: inner, options }) =>
        inner.length === 0 &&
        !options.some(({ short, argChoices }) => short === '-o' && argChoices?.includes('json')),
    );
    // What shows help, completes words and suggests a command.
    expect(without.map((command) => pathOf(command).join(' '))).toEqual(['help', 'complete', '*']);
  });

  it('is called the same in the help of each', async () => {
    for (const words of [['auth'], ['terms'], ['service', 'task'], ['service', 'task', 'terms']])
      expect((await cli([...words, '--help'])).stdout).toMatch(
        /help \[command\] +Show the help of a\s+command\./,
      );
  });

  it.each([
    [['auth', 'token'], 'locrelease auth token'],
    [['terms', 'bake'], 'locrelease terms'],
    [['status', '--nope'], 'locrelease status'],
  ])('is named after a mistake in %j', async (words, command) => {
    const { code, stderr } = await cli(words);
    expect(code).toBe(2);
    expect(stderr).toContain(`Run "${command} --help"`);
  });
});
