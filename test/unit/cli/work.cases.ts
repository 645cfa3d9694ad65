import { Command } from 'commander';
import { exportCommand, task } from '../../../src/cli/services/task';
import { exitCodeOfWork } from '../../../src/cli/services/run-work';
import { readProfile } from '../../../src/cli/sandbox';
import { useScratch } from '../../support/scratch';

describe('task', () => {
  it('exports with the default template of the project where none is named', () => {
    const command = new Command('task');
    task(command);
    const options = command.commands.find((inner) => inner.name() === 'export')?.options ?? [];
    expect(options.filter(({ mandatory }) => mandatory).map(({ long }) => long)).toEqual(['--to']);
  });

  it('exports without a task too, and can be joined again', () => {
    expect(exportCommand(undefined, { project: 'default', to: 'out' })).toBe(
      'locrelease service task export --to out',
    );
  });

  describe('the command that joins an export again', () => {
    it('is as short as the one that began it', () => {
      expect(exportCommand('task_1', { project: 'default', to: 'out' })).toBe(
        'locrelease service task export task_1 --to out',
      );
    });

    it('names all that makes it the same work', () => {
      const options = { project: 'game', template: 'ini', to: 'out', languages: ['ja', 'ko'] };
      expect(
        exportCommand('task_1', { ...options, mode: 'single', escape: 'escape', filename: 'game' }),
      ).toBe(
        'locrelease service task export task_1 --template ini --to out --languages ja,ko --mode single --escape escape --filename game --project game',
      );
    });
  });
});

describe('run work', () => {
  describe('the exit code of work without a release', () => {
    it.each([
      ['running', true, 'accepted', 0],
      ['running', false, 'accepted', 4],
      ['running', true, 'ended', 4],
      ['done', true, 'ended', 0],
      ['partial', true, 'ended', 6],
      ['failed', true, 'accepted', 8],
      ['blocked', false, 'accepted', 7],
      ['unknown', false, 'ended', 7],
    ] as const)('of %s, accepted %s, until %s is %d', (state, accepted, until, code) => {
      expect(exitCodeOfWork({ state, accepted }, until)).toBe(code);
    });
  });
});

describe('sandbox profile', () => {
  const scratch = useScratch();

  it.each([
    ['# slow\nspeed: 1\nspede: 2\n', ':3: spede: is not a known key (did you mean speed?)'],
    ['host: x\nspeed: fast\n', ':2: speed: must be a number, not text'],
    ['speed: 1\nspeed: 2\n', ':2: speed: appears twice; the first is on line 1'],
  ])('a fault of %j is told with its line', async (text, message) => {
    const profile = await scratch.write('profile.yaml', text);
    expect(() => readProfile({ profile })).toThrow(profile + message);
  });

  it('an option counts before the file, and is named where it is wrong', async () => {
    const profile = await scratch.write('profile.yaml', 'speed: 2\nport: 7\n');
    expect(readProfile({ profile, speed: '3' })).toMatchObject({ speed: 3, port: 7 });
    expect(readProfile({})).toMatchObject({ speed: 1, port: 0 });
    expect(() => readProfile({ port: '70000' })).toThrow('--port: expected a port from 0 to 65535.');
  });
});
