import { cli } from '../../support/cli';
import type { Command, Option } from 'commander';
import { define } from '../../../src/cli/lazy-command';
import { createProgram } from '../../../src/cli/program';
import { operatorName } from '../../../src/cli/terminal/ask';
import { useScratch } from '../../support/scratch';
import { readFile, readdir } from 'node:fs/promises';
import { leaveFile } from '../../../src/cli/demo';

describe('refuse empty', () => {
  const nowhere = { TEMPORAL_ADDRESS: '127.0.0.1:1', LOCRELEASE_ANSWER_TIMEOUT: '1s' };

  describe('an empty value, as of a variable that nobody has set,', () => {
    it.each([
      [['status', ''], "argument 'id'"],
      [['start', ''], "argument 'file'"],
      [['terms', 'delete', 'game', 'term_1', ''], "argument 'terms'"],
      [['files', 'game', '--to', ''], "option '--to <directory>'"],
      [['files', 'game', '--to='], "option '--to <directory>'"],
      [['service', 'post', 'publish', 'post_1', '--account', ''], "option '--account <account>'"],
      [['terms', 'edit', 'game', 'term_1', '--term', ''], "option '--term <text>'"],
      [['terms', 'reject', 'game', '--reason', ''], "option '--reason <text>'"],
      [['list', '--columns', ''], "option '--columns <names>'"],
    ])('is refused with what has it: %j', async (words, what) => {
      const { code, stdout, stderr } = await cli(words, nowhere);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(new RegExp(`${what}.*(must not be empty|is invalid)`));
    });

    it.each([
      [['cancel', 'game', '--reason', '']],
      [['terms', 'edit', 'game', 'term_1', '--note', '']],
      [['terms', 'edit', 'game', 'term_1', '--translation', 'ja=']],
    ])('is taken where it is a note for people, or clears a field: %j', async (words) => {
      expect((await cli(words, nowhere)).code).toBe(9);
    });
  });

  it('two translations into one language are refused: only one can be meant', async () => {
    const { code, stderr } = await cli(
      ['terms', 'edit', 'game', 'term_1', '--translation', 'ja=a', '--translation', 'ja=b'],
      nowhere,
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('ja has a translation already.')]);
  });
});

describe('refuse repeats', () => {
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
        if (code !== 2 || stdout !== '' || !isRefused)
          taken.push(`${words.join(' ')} ${given[0]}: ${stderr}`);
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
});

describe('operator name', () => {
  it.each(['olga\nDecision saved', 'olga\u001b[2J', '\u202eaglo', ' olga', ''])(
    '%j is no name to act under',
    (name) => {
      expect(() => operatorName(name)).toThrow('--as must be a name on one line');
    },
  );

  it.each(['olga', 'Ольга Иванова', 'release-bot@ci', '小林'])('%j is one', (name) => {
    expect(operatorName(name)).toBe(name);
  });
});

/** A directory where a file is wanted, a file where a directory is wanted, and what is not there. */
describe('leave file', () => {
  const scratch = useScratch();

  it('never overwrites what is there, and leaves the same file once', async () => {
    await scratch.write('out/game.ini', 'mine');
    const from = await scratch.write('made/game.ini', 'new');
    const out = scratch.path('out');
    expect(await leaveFile(from, out)).toBe(scratch.path('out', 'game-2.ini'));
    expect(await leaveFile(from, out)).toBe(scratch.path('out', 'game-2.ini'));
    expect(await readFile(scratch.path('out', 'game.ini'), 'utf8')).toBe('mine');
    expect(await readdir(out)).toEqual(['game-2.ini', 'game.ini']);
  });

  it('says in one line why it cannot', async () => {
    const from = await scratch.write('made/game.ini', 'new');
    const file = await scratch.write('out', '');
    await expect(leaveFile(from, file)).rejects.toThrow(
      /^Cannot write .*game\.ini: it is a file, or has one in its path/,
    );
  });
});
