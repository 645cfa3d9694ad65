import type { Command } from 'commander';
import { named } from '../client/release-name';
import { releaseId } from '../domain/identity';
import type { ExportedFile } from '../domain/status';
import { asOption, outputOption, timeoutOption } from './command-options';
import { followWork, tellWork } from './run-work';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

interface RollbackOptions {
  reason?: string;
  loseLanguages?: boolean;
  as?: string;
  timeout?: number;
  output: string;
}

export function define(command: Command): void {
  command
    .option('--reason <text>', 'Why, kept in the record of the rollback.')
    .option('--lose-languages', 'Roll back although languages that were published since are lost.')
    .addOption(asOption())
    .addOption(timeoutOption('the rollback'))
    .addOption(outputOption())
    .addHelpText(
      'after',
      `
Exit code 0: done. 2: refused, and nothing was published. 4: not ended at the timeout; it continues. 7: a person must check; the
message says what. 8: failed at the service.

Example:
  locrelease rollback game-2.3.0 --reason "2.4.0 has broken placeholders"`,
    )
    .action((given: string, { reason, loseLanguages = false, as, timeout, output }: RollbackOptions) =>
      withBackend(
        async ({ ask }) => {
          const terminal = createTerminal(output === 'json');
          const id = releaseId(named(given));
          const started = await ask('rollback', { id, loseLanguages, ...(reason && { reason }) });
          for (const warning of started.warnings) terminal.say(`Warning: ${warning}`);
          const status = await followWork(ask, terminal, started, {
            again: `locrelease rollback ${id}`,
            until: 'ended',
            timeoutMs: timeout,
          });
          if (status.state === 'done') terminal.say(comparison(id, started.files, status.files));
          tellWork(terminal, status);
        },
        { as },
      ),
    );
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
