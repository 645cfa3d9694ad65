import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { defineAll } from '../../../src/cli/lazy-command';
import { createProgram } from '../../../src/cli/program';
import type { Command } from 'commander';
import { withBackend } from '../../../src/cli/with-backend';
import type { Backend } from '../../../src/operations/backend';
import { cli } from '../../support/cli';
import { shellWord } from '../../../src/domain/text/visible-text';

jest.mock('../../../src/cli/with-backend', () => {
  const actual = jest.requireActual<{ withBackend: typeof withBackend }>('../../../src/cli/with-backend');
  return { ...actual, withBackend: jest.fn(actual.withBackend) };
});

const run = promisify(execFile);

// A completion that takes too long ends its process, which is here that of the tests.
beforeEach(() => void jest.spyOn(process, 'exit').mockImplementation((() => undefined) as never));
afterEach(() => jest.restoreAllMocks());

/** The words of a line behind the program: the last is what is still being typed. */
const wordsAfter = (line: string): string[] => line.split(' ').slice(1);

/** What the program says of a line. */
async function offered(line: string): Promise<string[]> {
  const { code, stdout, stderr } = await cli(['complete', '--', ...wordsAfter(line)]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((row) => (row === '' ? [] : [row.replace(/\t.*/, '')]));
}

/** What bash makes of that, and what it asked for. */
async function inBash(line: string, answers: readonly string[]): Promise<{ words: string[]; asked: string }> {
  const { stdout: script } = await cli(['completion', 'bash']);
  const words = line.split(' ').map((word) => `'${word}'`);
  const ask = `${script}
locrelease() { printf '<%s>' "$@" >&3; cat <<'ANSWERS'
${answers.join('\n')}
ANSWERS
}
exec 3>&2; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _locrelease
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await run('bash', ['-c', ask]);
  return { words: stdout.split('\n').filter((word) => word !== ''), asked: stderr };
}

describe('completion in bash', () => {
  it.each([
    ['locrelease sta', ['start', 'status']],
    [
      'locrelease terms ',
      ['list', 'edit', 'apply', 'keep-termbase', 'delete', 'restore', 'confirm', 'comment', 'reject'],
    ],
    ['locrelease terms edit game-1 term_1 --sc', ['--score']],
    ['locrelease --errors json terms edit --as olga game-1 term_1 --sc', ['--score']],
    ['locrelease status game-1 -o ', ['text', 'json']],
    ['locrelease service templates create --format x', ['xlsx', 'xliff', 'xml']],
    ['locrelease resolve game-1 r', ['retry']],
    ['locrelease completion ', ['bash', 'zsh', 'fish']],
    ['locrelease completion -', ['-o', '--output', '-h', '--help']],
    ['locrelease list --state pa', ['paused', 'parked', 'partial']],
    ['locrelease cancel game-1 --reason ', []],
    // Files, which the shell offers where nothing else is.
    ['locrelease plan ', []],
    ['locrelease start release.yaml', []],
    ['locrelease plan --sa', ['--save']],
    ['locrelease schedule apply ', []],
    ['locrelease amend game-1 ', []],
    ['locrelease schedule show --h', ['--help']],
  ])('offers after "%s" %j', async (line, expected) => {
    const { words, asked } = await inBash(line, await offered(line));
    expect(words).toEqual(expected);
    expect(asked).toBe(['complete', '--', ...wordsAfter(line)].map((word) => `<${word}>`).join(''));
  });

  it.each([
    ['locrelease status ', ['default/a', 'default/b'], ['default/a', 'default/b']],
    ['locrelease status default/a', ['default/a', 'other/b'], ['default/a']],
    ['locrelease status re', ['default/rev', 'other/rev'], ['rev']],
    ['locrelease terms edit game-1 ', ['term_1', 'Elder Mira'], ['term_1', 'Elder\\ Mira']],
    ['locrelease terms edit game-1 E', ['$(touch /x)', 'Elder; Mira'], ['Elder\\;\\ Mira']],
    ['locrelease terms edit game-1 term_1 --translation j', ['ja=', 'ko='], ['ja=']],
    ['locrelease sta', ['start\tStart a release.', 'stop\tNo'], ['start']],
  ])('makes words of what it hears at the end of "%s"', async (line, answers, expected) => {
    expect((await inBash(line, answers)).words).toEqual(expected);
  });
});

describe('what only a release knows', () => {
  const answers: Readonly<Record<string, unknown>> = {
    list: {
      releases: [
        { id: 'default/runs', waitingFor: null },
        { id: 'default/in-review', waitingFor: 'terms' },
        { id: 'other/parked', waitingFor: 'decision' },
        { id: 'other/hostile\u001b[2J', waitingFor: 'terms' },
      ],
    },
    knownTerms: {
      terms: [
        { id: 'term_1', term: 'Elder Mira' },
        { id: 'term_2', term: 'a\nb' },
        { id: 'term_3', term: 'a\tb' },
      ],
    },
    languages: [{ code: 'fr' }, { code: 'ja' }],
    projects: ['game', 'default'],
    status: { languages: ['ja'], comingLanguages: ['ko'] },
  };
  let asked: [string, unknown][] = [];

  beforeEach(() => {
    asked = [];
    const ask = (name: string, said: unknown): Promise<unknown> => {
      asked.push([name, said]);
      return Promise.resolve(answers[name]);
    };
    jest.mocked(withBackend).mockImplementation((act) => act({ ask } as unknown as Backend));
  });

  it.each([
    ['locrelease status ', ['default/runs', 'default/in-review', 'other/parked']],
    ['locrelease terms list ', ['default/runs', 'default/in-review', 'other/parked']],
    ['locrelease terms confirm ', ['default/in-review']],
    ['locrelease terms edit ', ['default/in-review']],
    ['locrelease resolve ', ['other/parked']],
    ['locrelease retry ', ['other/parked']],
    ['locrelease terms edit game-1 ', ['term_1', 'Elder Mira', 'term_2', 'term_3']],
    ['locrelease terms delete --as olga game-1 term_1 t', ['term_1', 'Elder Mira', 'term_2', 'term_3']],
    ['locrelease terms edit game-1 term_1 --translation j', ['ja=', 'ko=']],
    ['locrelease list --project ', ['game', 'default']],
    ['locrelease amend game-1 --add-language f', ['fr', 'ja']],
    ['locrelease amend game-1 --without-language ', ['ja', 'ko']],
  ])('is offered after "%s"', async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
  });

  it('is asked of the release before it', async () => {
    await offered('locrelease terms edit --as olga game-1 t');
    expect(asked).toEqual([['knownTerms', { id: 'game-1' }]]);
  });

  it('is not asked for where an option is typed, or a term of something else', async () => {
    expect(await offered('locrelease status --h')).toContain('--help');
    expect(await offered('locrelease termbase update ')).toContain('--help');
    expect(asked).toEqual([]);
  });
});

it.each(['status', 'terms edit game-1', 'amend game-1 --add-language', 'list --project'])(
  'completion is silent where nothing can be asked: %s',
  async (words) => {
    const { withBackend: actual } = jest.requireActual<{ withBackend: typeof withBackend }>(
      '../../../src/cli/with-backend',
    );
    jest.mocked(withBackend).mockImplementation(actual);
    const nowhere = { TEMPORAL_ADDRESS: 'no address', LOCRELEASE_CONFIG: '/nowhere.yaml' };
    expect(await cli(['complete', '--', ...words.split(' '), ''], nowhere)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
  },
);

it('completion knows every command and every option', async () => {
  const program = createProgram();
  await defineAll(program);
  const missing: string[] = [];
  const look = async (command: Command, path: string): Promise<void> => {
    const visible = command.createHelp().visibleCommands(command);
    const inner = visible.filter((child) => child.name() !== 'help');
    const words = [...(inner.length > 0 ? await offered(`${path} `) : []), ...(await offered(`${path} -`))];
    const known = [...inner.map((child) => child.name()), ...command.options.map(({ long }) => long ?? '')];
    missing.push(...known.filter((word) => !words.includes(word)).map((word) => `${path} ${word}`));
    for (const child of inner) await look(child, `${path} ${child.name()}`);
  };
  await look(program, 'locrelease');
  expect(missing).toEqual([]);
});

describe('shell word', () => {
  it.each(['store', '/tmp/my game/store', "it's", '$(touch x)', 'a"b', '', '*', '~', 'two\nlines', '-n'])(
    'a shell takes %j for what it is',
    (text) => {
      const shown = execFileSync('bash', ['-c', `printf %s ${shellWord(`=${text}`)}`], { encoding: 'utf8' });
      expect(shown).toBe(`=${text}`);
      expect(execFileSync('bash', ['-c', `set -- ${shellWord(text)}; printf %s "$#$1"`]).toString()).toBe(
        `1${text}`,
      );
    },
  );

  it('leaves a plain word as it is', () => {
    expect(shellWord('http://127.0.0.1:8090/a_b-c')).toBe('http://127.0.0.1:8090/a_b-c');
  });
});
