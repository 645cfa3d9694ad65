import type { Command } from 'commander';
import { outputOption } from './command-options';
import { connected } from './connected';
import { report } from './report-status';
import { createTerminal } from './terminal';

export function addStatusCommand(program: Command): void {
  program
    .command('status <id>')
    .description('show where a release stands')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease status game-2.4.0 -o json | jq -r .state')
    .action((id: string, options: { output: string }) =>
      connected(async ({ desk }) => report(createTerminal(options.output === 'json'), await desk.status(id))),
    );
}
