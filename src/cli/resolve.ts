import { Argument, type Command } from 'commander';
import { releaseId } from '../domain/identity';
import { named } from '../client/release-client';
import type { ResolveAction } from '../domain/stages';
import { asOption, outputOption } from './command-options';
import { withTemporal, operatorName } from './with-temporal';
import { createTerminal } from './terminal';

export function addResolveCommand(program: Command): void {
  program
    .command('resolve')
    .argument('<id>', 'Id of the release.')
    .addArgument(new Argument('<action>', 'What to do.').choices(['retry', 'skip', 'abort']))
    .description(
      'Decide on a parked release, which waits for a person. On a partial one, retry announces again on the failed accounts only.',
    )
    .option('--reason <text>', 'Reason for the decision.')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease resolve game-2.4.0 retry --reason "template fixed"')
    .action(
      (given: string, action: ResolveAction, options: { reason?: string; as?: string; output: string }) =>
        withTemporal(async ({ releaseClient }) => {
          const id = releaseId(named(given));
          const { reason } = options;
          const answer = await releaseClient.resolve(id, {
            by: operatorName(options.as),
            action,
            ...(reason && { reason }),
          });
          createTerminal(options.output === 'json').data(
            { id, ...answer },
            () => `Decision saved for ${id}: ${answer.outcome}.`,
          );
        }),
    );
}
