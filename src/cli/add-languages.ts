import type { Command } from 'commander';
import { addLanguages } from '../releases/add-languages';
import { asOption, outputOption } from './command-options';
import { connected, speaker } from './connected';
import { createTerminal } from './terminal';

export function addAddLanguagesCommand(program: Command): void {
  program
    .command('add-languages <id> <languages...>')
    .description('translate more languages in a running or finished release, and only these')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease add-languages game-2.4.0 fr de')
    .action((id: string, languages: string[], options: { as?: string; output: string }) =>
      connected(async ({ client, config, desk }) => {
        const { added } = await addLanguages(
          { client, desk, taskQueue: config.taskQueue },
          { id, languages, by: speaker(options.as) },
        );
        createTerminal(options.output === 'json').data({ id, added }, () =>
          added.length === 0 ? `${id} has these languages already` : `${id}: adding ${added.join(', ')}`,
        );
      }),
    );
}
