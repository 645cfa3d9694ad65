import type { Command } from 'commander';
import type { ExportedFile } from '../domain/status';
import { setUp } from './command';
import { asOption, flag, noteOption, timeoutOption } from './command-options';
import { EXIT_CODES_OF_WORK, finishWork } from './run-work';

export function define(command: Command): void {
  setUp(command, {
    options: {
      reason: noteOption('Why, kept in the record of the rollback.'),
      loseLanguages: flag('Roll back although languages that were published since are lost.'),
      as: asOption,
      timeout: timeoutOption('the rollback'),
    },
    help: EXIT_CODES_OF_WORK.replace('done.', 'done. 2: refused, and nothing was published.'),
    examples: ['rollback game-2.3.0 --reason "2.4.0 has broken placeholders"'],
    run: async (at, { reason, loseLanguages = false, timeout }, id: string) => {
      const { warnings, files, ...started } = await at.ask('rollback', { id, loseLanguages, reason });
      for (const warning of warnings) at.terminal.say(`Warning: ${warning}`);
      await finishWork(at, started, {
        again: `locrelease rollback ${id}`,
        timeoutMs: timeout,
        atEnd: (status) => {
          if (status.state === 'done') at.terminal.say(comparison(id, files, status.files));
        },
      });
    },
  });
}

/** A project has also the strings that other releases have published since: then the files are not those of then. */
function comparison(id: string, before: readonly string[], files: readonly ExportedFile[]): string {
  const then = new Set(before);
  const others = files.filter(({ sha256 }) => !then.has(sha256)).map(({ path }) => path);
  if (files.length === 0) return 'The task is published again. That release exported no files.';
  return others.length === 0
    ? 'The task is published again. The files are identical to those of that release.'
    : `The task is published again. These files differ from those of that release, for example because of strings that were added since: ${others.join(', ')}. ` +
        `"locrelease files ${id}" shows the original files.`;
}
