import type { Command } from 'commander';
import { outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withServices } from './with-services';

export function defineAccountsCommand(command: Command): void {
  command
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease accounts')
    .action((options: { output: string }) =>
      withServices(async ({ social }) => {
        const { accounts } = (await social().accounts()).data;
        createTerminal(options.output === 'json').data({ accounts }, ({ accounts }) =>
          accounts
            .map(({ id, platform, handle, status, canPublish }) =>
              [
                id.padEnd(12),
                platform.padEnd(12),
                status.padEnd(10),
                canPublish ? '' : 'cannot publish',
                handle,
              ]
                .filter((cell) => cell !== '')
                .join('  '),
            )
            .join('\n'),
        );
      }),
    );
}
