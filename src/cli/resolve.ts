import type { Command } from 'commander';
import { releaseId } from '../domain/identity';
import { named } from '../client/release-name';
import type { ResolveAction } from '../domain/stages';
import { asOption, outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

const help = `
retry     Try again what could not go on. On a partial release: announce on the failed accounts.
skip      Go on without the stage. On a partial release: leave it as it is.
abort     End the release as failed. What was done stays.
live      You have looked, and the post is out. Nothing is sent again.
not-live  You have looked, and the post is not out. The release becomes partial, and can announce again.
"locrelease status" shows which of them are possible now.

Example:
  locrelease resolve game-2.4.0 retry --reason "template fixed"`;

export function defineResolveCommand(command: Command): void {
  command
    .option('--reason <text>', 'Reason for the decision.')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', help)
    .action(
      (given: string, action: ResolveAction, options: { reason?: string; as?: string; output: string }) =>
        withBackend(async ({ ask }) => {
          const id = releaseId(named(given));
          const { reason } = options;
          const answer = await ask('resolve', { id, action, ...(reason && { reason }) });
          createTerminal(options.output === 'json').data(
            { id, ...answer },
            () => `Decision saved for ${id}: ${answer.outcome}.`,
          );
        }, options),
    );
}
