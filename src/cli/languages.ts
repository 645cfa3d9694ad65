import type { Command } from 'commander';
import { readConfig } from '../config';
import { LocalizationClient } from '../localization/client';
import { outputOption } from './command-options';
import { createTerminal } from './terminal';

export function addLanguagesCommand(program: Command): void {
  program
    .command('languages')
    .description('list the languages that the localization service supports')
    .option('--project <name>', 'whose credentials to use', 'default')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease languages -o json | jq -r ".languages[].code"')
    .action(async (options: { project: string; output: string }) => {
      const client = new LocalizationClient(readConfig().project(options.project));
      try {
        const { data: languages } = await client.languages();
        createTerminal(options.output === 'json').data({ languages }, () =>
          languages.map(({ code, name }) => (name === null ? code : `${code.padEnd(8)}${name}`)).join('\n'),
        );
      } finally {
        await client.close();
      }
    });
}
