import { Command } from 'commander';
import { define, exportCommand } from '../../../src/cli/services/task';

it('exports with the default template of the project where none is named', () => {
  const task = new Command('task');
  define(task);
  const options = task.commands.find((command) => command.name() === 'export')?.options ?? [];
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
    expect(exportCommand('task_1', { ...options, mode: 'single', escape: 'escape', filename: 'game' })).toBe(
      'locrelease service task export task_1 --template ini --to out --languages ja,ko --mode single --escape escape --filename game --project game',
    );
  });
});
