import type { Command, Option } from 'commander';
import { define } from '../../../src/cli/lazy-command';
import { createProgram } from '../../../src/cli/program';
import { cli } from '../../support/cli';

/** A value that the option takes, by what its usage calls it. */
const values: Readonly<Record<string, string>> = {
  duration: '1h',
  number: '1',
  codes: 'fr',
  time: '2026-12-01T09:00Z',
  roles: 'calls',
};

it('no command takes two values where one is meant', async () => {
  const taken: string[] = [];
  for (const [words, command] of await allCommands(createProgram(), [])) {
    for (const option of command.options.filter(isOne)) {
      const given = [option.long ?? '', valueOf(option)];
      const { code, stdout, stderr } = await cli([...words, ...given, ...given]);
      const isRefused = stderr.includes(`option '${option.flags}' is given more than once; give it once`);
      if (code !== 2 || stdout !== '' || !isRefused) taken.push(`${words.join(' ')} ${given[0]}: ${stderr}`);
    }
  }
  expect(taken).toEqual([]);
});

it('two different values are refused before anything is done, also in one word and before the command', async () => {
  for (const words of [
    ['list', '--state=parked', '--state', 'done'],
    ['list', '-o', 'json', '--output', 'text'],
    ['--errors', 'text', '--errors', 'json', 'list'],
  ]) {
    const { code, stderr } = await cli(words, { TEMPORAL_ADDRESS: '127.0.0.1:1' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('is given more than once')]);
  }
});

it('a list, and what is gathered, may be repeated', async () => {
  const nowhere = { TEMPORAL_ADDRESS: '127.0.0.1:1', LOCRELEASE_ANSWER_TIMEOUT: '1s' };
  const accounts = ['amend', 'game', '--without-account', 'a', '--without-account', 'b'];
  const translations = ['terms', 'edit', 'game', 't', '--translation', 'ja=a', '--translation', 'ko=b'];
  for (const words of [accounts, translations]) expect((await cli(words, nowhere)).code).toBe(9);
});

async function allCommands(command: Command, words: readonly string[]): Promise<[string[], Command][]> {
  await define(command);
  const inner = await Promise.all(command.commands.map((one) => allCommands(one, [...words, one.name()])));
  return [[[...words], command], ...inner.flat()];
}

function isOne({ required, optional, variadic, long }: Option): boolean {
  return (required || optional) && !variadic && long !== '--translation';
}

function valueOf({ flags, argChoices, long }: Option): string {
  if (argChoices !== undefined) return argChoices[0] ?? '';
  if (long === '--columns') return 'id';
  return values[/<(.+?)>/.exec(flags)?.[1] ?? ''] ?? '1';
}
