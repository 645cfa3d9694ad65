import type { Command } from 'commander';
import type { Account } from '../social/replies';
import { outputOption } from './command-options';
import { Table, type TableOptions } from './table';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

const table = new Table<Account>([
  { name: 'id', text: ({ id }) => id },
  { name: 'platform', text: ({ platform }) => platform },
  { name: 'status', text: ({ status }) => status },
  { name: 'handle', text: ({ handle }) => handle, flexible: true },
  { name: 'note', text: ({ canPublish }) => (canPublish ? '' : 'cannot publish') },
]);

export function defineAccountsCommand(command: Command): void {
  command
    .addOption(table.columnsOption())
    .addOption(table.sortOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease accounts')
    .action((options: TableOptions & { output: string }) =>
      withBackend(async ({ ask }) => {
        const found = await ask('accounts', {});
        const accounts = table.sorted(found.accounts, options);
        createTerminal(options.output === 'json').data({ ...found, accounts }, ({ accounts }) =>
          accounts.length === 0 ? 'No accounts.' : table.text(accounts, options),
        );
      }),
    );
}
