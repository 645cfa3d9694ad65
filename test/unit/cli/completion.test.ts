import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { defineAll } from '../../../src/cli/lazy-command';
import { createProgram } from '../../../src/cli/program';
import type { Command } from 'commander';
import { cli } from '../../support/cli';

const run = promisify(execFile);

// A completion that takes too long ends its process, which is here that of the tests.
beforeEach(() => void jest.spyOn(process, 'exit').mockImplementation((() => undefined) as never));
afterEach(() => jest.restoreAllMocks());

/** What bash offers at the end of a line. */
async function completions(line: string, answers = ''): Promise<string[]> {
  const { stdout: script } = await cli(['completion', 'bash']);
  const words = line.split(' ').map((word) => `'${word}'`);
  const ask = `${script}
locrelease() { printf '%s\\n' "asked $*" >&2; printf '${answers}'; }
COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _locrelease; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', ask]);
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion in bash', () => {
  it.each([
    ['locrelease sta', ['start', 'status']],
    [
      'locrelease terms ',
      [
        'list',
        'edit',
        'apply',
        'keep-termbase',
        'delete',
        'restore',
        'confirm',
        'comment',
        'reject',
        '--help',
      ],
    ],
    ['locrelease terms edit game-1 term_1 --sc', ['--score']],
    ['locrelease status game-1 -o ', ['text', 'json']],
    ['locrelease service templates create --format x', ['xlsx', 'xliff', 'xml']],
    ['locrelease resolve game-1 r', ['retry']],
    ['locrelease completion ', ['bash', 'zsh', 'fish', '-o', '--output', '--help']],
    ['locrelease list --state pa', ['paused', 'parked', 'partial']],
    ['locrelease cancel game-1 --reason ', []],
    // Files, which the shell offers where nothing else is.
    ['locrelease plan ', []],
    ['locrelease start release.yaml', []],
    ['locrelease plan --sa', ['--save']],
    ['locrelease schedule apply ', []],
    ['locrelease amend game-1 ', []],
  ])('offers after "%s" %j', async (line, expected) => {
    expect(await completions(line)).toEqual(expected);
  });
});

describe('what only a release knows', () => {
  it.each([
    ['locrelease status ', 'default/a\\ndefault/b', ['default/a', 'default/b']],
    ['locrelease status default/a', 'default/a\\nother/b', ['default/a']],
    ['locrelease status re', 'default/rev\\nother/rev', ['rev']],
    ['locrelease terms edit game-1 ', 'term_1\\nElder Mira', ['term_1', 'Elder\\ Mira']],
    ['locrelease terms edit game-1 E', '$(touch /x)\\nElder; Mira', ['Elder\\;\\ Mira']],
    ['locrelease terms delete --as olga game-1 term_1 t', 'term_2', ['term_2']],
    ['locrelease terms edit game-1 term_1 --translation j', 'ja=\\nko=', ['ja=']],
    ['locrelease list --project ', 'default\\ngame', ['default', 'game']],
    ['locrelease amend game-1 --add-language f', 'fr\\nja', ['fr']],
    ['locrelease schedule show --h', 'default/a', ['--help']],
  ])('is asked for at the end of "%s"', async (line, answers, expected) => {
    expect(await completions(line, answers)).toEqual(expected);
  });

  it('is asked for in words that the command takes', async () => {
    const { stdout: script } = await cli(['completion', 'bash']);
    const { stderr } = await run('bash', [
      '-c',
      `${script}
locrelease() { printf '<%s>' "$@" >&3; }
exec 3>&2; COMP_WORDS=(locrelease status ''); COMP_CWORD=2; _locrelease`,
    ]);
    const words = [...stderr.matchAll(/<(.*?)>/g)].map(([, word = '']) => word);
    expect(words).toEqual(['complete', 'releases']);
    expect((await cli(words, { TEMPORAL_ADDRESS: 'no address' })).code).toBe(0);
  });

  it.each([
    ['locrelease status ', 'releases'],
    ['locrelease terms list ', 'releases'],
    ['locrelease terms confirm ', 'reviews'],
    ['locrelease terms edit ', 'reviews'],
    ['locrelease resolve ', 'decisions'],
    ['locrelease retry ', 'decisions'],
  ])('is what waits for the command: %s', async (line, kind) => {
    const { stdout: script } = await cli(['completion', 'bash']);
    const words = line.split(' ').map((word) => `'${word}'`);
    const { stderr } = await run('bash', [
      '-c',
      `${script}
locrelease() { printf '%s' "$*" >&3; }
exec 3>&2; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _locrelease`,
    ]);
    expect(stderr).toBe(`complete ${kind}`);
  });

  it('is silent where nothing can be asked', async () => {
    const nowhere = { TEMPORAL_ADDRESS: 'no address', LOCRELEASE_CONFIG: '/nowhere.yaml' };
    for (const kind of ['releases', 'terms', 'languages', 'projects'])
      expect(await cli(['complete', kind, 'game-1'], nowhere)).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      });
  });
});

describe.each(['bash', 'zsh', 'fish'])('the script for %s', (shell) => {
  it('knows every command and every option', async () => {
    const { code, stdout } = await cli(['completion', shell]);
    expect(code).toBe(0);
    const program = createProgram();
    await defineAll(program);
    const missing = wordsOf(program).filter((word) => !stdout.includes(word));
    expect(missing).toEqual([]);
  });
});

function wordsOf(command: Command): string[] {
  const options = command.options.flatMap(({ long }) => long?.slice(2) ?? []);
  const commands = command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help');
  return [...options, ...commands.flatMap((child) => [child.name(), ...wordsOf(child)])];
}
