import type { Command } from 'commander';
import { releaseLink } from '../client/release-row';
import { githubOption, outputOption } from './command-options';
import { withTemporal } from './with-temporal';
import { demandGithub, tellGithub } from './github';
import { report } from './status-text';
import { createTerminal } from './terminal';

export function defineStatusCommand(command: Command): void {
  command
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease status game-2.4.0 -o json | jq -r .state')
    .action(async (id: string, options: { github?: boolean; output: string }) => {
      demandGithub(options.github);
      await withTemporal(async ({ config, releaseClient }) => {
        const terminal = createTerminal(options.output === 'json');
        const status = await releaseClient.status(id, config);
        report(terminal, status, releaseLink(config, status.id));
        tellGithub(status, terminal);
      });
    });
}
