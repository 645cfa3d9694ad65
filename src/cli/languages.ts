import type { Command } from 'commander';
import { outputOption, projectOption } from './command-options';
import { Table, type TableOptions } from './table';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

const table = new Table<{ code: string; name: string | null }>([
  { name: 'code', text: ({ code }) => code },
  { name: 'name', text: ({ name }) => name ?? '', flexible: true },
]);

export function defineLanguagesCommand(command: Command): void {
  command
    .addOption(projectOption())
    .addOption(table.columnsOption())
    .addOption(table.sortOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease languages -o json | jq -r ".languages[].code"')
    .action((options: TableOptions & { project: string; output: string }) =>
      withBackend(async ({ ask }) => {
        const languages = await ask('languages', { project: options.project });
        createTerminal(options.output === 'json').data(
          { languages: table.sorted(languages, options) },
          ({ languages }) => table.text(languages, options),
        );
      }),
    );
}
