import type { Command } from 'commander';
import { readConfig } from '../config';
import { SocialClient } from '../social/client';
import { outputOption } from './command-options';
import { createTerminal } from './terminal';

export function addAccountsCommand(program: Command): void {
  program
    .command('accounts')
    .description('list the social accounts that an announcement can go to')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease accounts')
    .action(async (options: { output: string }) => {
      const client = new SocialClient(readConfig().social());
      try {
        const { data } = await client.accounts();
        createTerminal(options.output === 'json').data({ accounts: data.accounts }, () =>
          data.accounts
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
      } finally {
        await client.close();
      }
    });
}
