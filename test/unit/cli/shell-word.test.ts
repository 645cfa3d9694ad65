import { execFileSync } from 'node:child_process';
import { shellWord } from '../../../src/cli/terminal/shell-word';

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
