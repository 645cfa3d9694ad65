/** What zsh and fish offer at the end of a line, asked of the shells themselves. */
import { execFile } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';
import { atTerminal, hasTerminals } from '../support/at-terminal';
import { bringShell } from '../support/bring-shell';
import { cli } from '../support/cli';
import { useScratch } from '../support/scratch';

const run = promisify(execFile);

const scratch = useScratch();
const written = async (shell: string): Promise<string> =>
  scratch.write(`completion.${shell}`, (await cli(['completion', shell])).stdout);
const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: scratch.path() });

/** The last word of each line is what is still being typed. */
const lines: readonly [line: string, offered: readonly string[]][] = [
  ['locrelease sta', ['start', 'status']],
  ['locrelease resolve game-1 r', ['retry']],
  ['locrelease list --state pa', ['parked', 'partial', 'paused']],
  ['locrelease terms edit game-1 term_1 --sc', ['--score']],
  ['locrelease status default/', ['default/a', 'default/b']],
];

/** A file with what the program says of a line; of releases, these. */
async function answersTo(line: string): Promise<string> {
  const words = line.split(' ').slice(1);
  const { stdout } = await cli(['complete', '--', ...words]);
  const answers = words[0] === 'status' ? 'default/a\ndefault/b\n' : stdout;
  return scratch.write('answers', answers);
}

/** What a shell has to ask. */
const question = (line: string): string => line.replace('locrelease', 'complete --');

(bringShell('fish') ? describe : describe.skip)('completion in fish', () => {
  it.each(lines)('offers after "%s" %j', async (line, offered) => {
    const script = await written('fish');
    const fake = `function locrelease; test "$argv" = "${question(line)}"; and cat ${await answersTo(line)}; end`;
    const { stdout } = await run(
      'fish',
      ['--no-config', '-c', `${fake}; source ${script}; complete -C '${line}'`],
      { env: environment() },
    );
    const words = stdout.split('\n').flatMap((row) => row.split('\t').slice(0, 1));
    expect(words.filter((word) => word !== '').sort()).toEqual([...offered].sort());
  });
});

(bringShell('zsh') && hasTerminals ? describe : describe.skip)('completion in zsh', () => {
  it.each(lines)('offers after "%s" %j', async (line, offered) => {
    const script = await written('zsh');
    const fake = `locrelease() { [ "$*" = "${question(line)}" ] && cat ${await answersTo(line)}; }`;
    const start = await scratch.write('.zshrc', `PS1='ready> '\n${fake}\nsource ${script}\n`);
    const { shown } = await atTerminal(['zsh', '-i'], {
      env: { ...environment(), ZDOTDIR: start.replace('/.zshrc', '') },
      // One that is alone is put in; of several, all are listed. Then the line is given up.
      typed: [['ready> ', `${line}\t\t\u0015exit\r`]],
    });
    const text = stripVTControlCharacters(shown);
    for (const word of offered) expect(text).toContain(word);
  });
});
