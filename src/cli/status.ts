import type { Command } from 'commander';
import { githubOption, outputOption } from './command-options';
import { demandGithub, tellGithub } from './github';
import { report } from './status-text';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

export function define(command: Command): void {
  command
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease status game-2.4.0 -o json | jq -r .state')
    .action(async (id: string, options: { github?: boolean; output: string }) => {
      demandGithub(options.github);
      await withBackend(async ({ ask, linkOf }) => {
        const terminal = createTerminal(options.output === 'json');
        const status = await ask('status', { id });
        report(terminal, status, linkOf(status.id));
        tellGithub(status, terminal);
      });
    });
}
