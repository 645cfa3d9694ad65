import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTerminal, shown } from '../../../src/cli/terminal/terminal';

const HOSTILE = 'mira\u001b]52;c;eA==\u0007\u202e\n::error::forged\r';

function written(stream: 'stdout' | 'stderr', act: () => void): string {
  let text = '';
  const spy = jest.spyOn(process[stream], 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    act();
  } finally {
    spy.mockRestore();
  }
  return text;
}

describe('what a command writes', () => {
  it('has each value on its line, and nothing that a terminal would obey', () => {
    const text = written('stdout', () =>
      createTerminal('text').data({ handle: HOSTILE }, ({ handle }) => `acc_1  ${handle}`),
    );
    expect(text).toBe('acc_1  mira\\u001b]52;c;eA==\\u0007\\u202e\\n::error::forged\\u000d\n');
  });

  it('is visible also where a text was made of values as they are', () => {
    const text = written('stderr', () => createTerminal('text').info(`Refused: ${HOSTILE}`));
    expect(text).toBe('Refused: mira\\u001b]52;c;eA==\\u0007\\u202e\n\\u003a:error::forged\\u000d\n');
  });

  it('is JSON that says the same in plain characters', () => {
    const text = written('stdout', () =>
      createTerminal('json').data({ handle: `${HOSTILE}\u009b\u2028` }, () => ''),
    );
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
    expect(JSON.parse(text)).toEqual({ handle: `${HOSTILE}\u009b\u2028` });
  });

  it('keeps the lines of a problem, which are our own', () => {
    const problem = { code: 'preflight', message: 'Not as it is.\n- no template\nFix this.' };
    expect(shown({ problem, warnings: ['a\nb'], at: new Date(0) })).toEqual({
      problem,
      warnings: ['a\\nb'],
      at: new Date(0),
    });
  });

  it('is written in one place', () => {
    const directory = join(__dirname, '../../../src/cli');
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file.endsWith('.ts'));
    const writers = sources.filter((file) =>
      /process\.std(out|err)\.write|console\.(log|error|warn|info)/.test(
        readFileSync(join(directory, file), 'utf8'),
      ),
    );
    expect(writers).toEqual(['terminal/terminal.ts']);
  });
});

it('a warning is said once, and known to whoever shows it again', () => {
  const terminal = createTerminal('text');
  const text = written('stderr', () => ['One.', 'Two.', 'One.'].forEach(terminal.warn));
  expect(text).toBe('Warning: One.\nWarning: Two.\n');
  expect(terminal.unprinted(['Two.', 'Three.'])).toEqual(['Three.']);
});
