import type { Command } from 'commander';
import { releaseLink } from '../client/release-row';
import { prepareRelease, startRelease } from '../client/start-release';
import { asOption, githubOption, outputOption, timeoutOption } from './command-options';
import { withTemporal, operatorName } from './with-temporal';
import { exitCode } from './exit-code';
import { demandGithub, tellGithub } from './github';
import { statusText } from './status-text';
import { createTerminal } from './terminal';
import { waitForRelease } from './wait';

interface StartOptions {
  wait?: boolean;
  timeout?: number;
  github?: boolean;
  as?: string;
  output: string;
}

export function addStartCommand(program: Command): void {
  program
    .command('start <file>')
    .description('start a release, or attach to it where the same one exists')
    .option('--wait', 'wait until it has ended, is parked or is partial')
    .addOption(timeoutOption())
    .addOption(githubOption())
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease start release.yaml --wait --timeout 2h')
    .action(async (file: string, options: StartOptions) => {
      demandGithub(options.github);
      await withTemporal(async (context) => {
        const { client, config, releaseClient, store } = context;
        const terminal = createTerminal(options.output === 'json');
        const input = await prepareRelease(file, store, operatorName(options.as));
        const { id, outcome } = await startRelease(client, { input, taskQueue: config.taskQueue, store });
        const words = {
          started: 'started',
          attached: 'is running already; attached',
          ended: 'had ended before',
        };
        terminal.say(`release ${id} ${words[outcome]}`);
        const link = releaseLink(config, id);
        terminal.say(`see it at: ${link}`);
        terminal.say(`watch it with: locrelease watch ${id}`);
        if (options.timeout !== undefined && options.wait !== true) {
          terminal.say('not waiting: --timeout bounds --wait, which was not given');
        }
        if (options.wait === true) return waitForRelease(context, terminal, id, options.timeout);
        const status = await releaseClient.status(id);
        terminal.data({ ...status, link }, () => statusText(status));
        tellGithub(status, terminal);
        process.exitCode = exitCode.done;
      });
    });
}
