import type { Command } from 'commander';
import { outputOption, projectOption } from './command-options';
import { createTerminal } from './terminal';
import { withServices } from './with-services';

export function defineLanguagesCommand(command: Command): void {
  command
    .addOption(projectOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease languages -o json | jq -r ".languages[].code"')
    .action((options: { project: string; output: string }) =>
      withServices(async ({ localization }) => {
        const { data: languages } = await localization(options.project).languages();
        createTerminal(options.output === 'json').data({ languages }, ({ languages }) =>
          languages.map(({ code, name }) => (name === null ? code : `${code.padEnd(8)}${name}`)).join('\n'),
        );
      }),
    );
}
