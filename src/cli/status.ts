import type { Command } from 'commander';
import { githubOption, outputOption } from './command-options';
import { connected } from './with-temporal';
import { demandGithub, tellGithub } from './github';
import { report } from './report-status';
import { createTerminal } from './terminal';

export function addStatusCommand(program: Command): void {
  program
    .command('status <id>')
    .description('show where a release stands')
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease status game-2.4.0 -o json | jq -r .state')
    .action(async (id: string, options: { github?: boolean; output: string }) => {
      demandGithub(options.github);
      await connected(async ({ desk }) => {
        const terminal = createTerminal(options.output === 'json');
        const status = await desk.status(id);
        report(terminal, status);
        tellGithub(status, terminal);
      });
    });
}
