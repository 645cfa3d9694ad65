import type { Command } from 'commander';
import { githubOption, outputOption, timeoutOption } from './command-options';
import { exitCode } from '../domain/exit-code';
import { exitCodeOf } from './release-exit-code';
import { followShown } from './follow-shown';
import { demandGithub, tellGithub } from './github';
import { report } from './status-text';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

interface WatchOptions {
  progress: boolean;
  timeout?: number;
  github?: boolean;
  output: string;
}

export function define(command: Command): void {
  command
    .option('--no-progress', 'Print one line per change instead of a live picture.')
    .addOption(timeoutOption())
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease watch game-2.4.0')
    .action(async (id: string, options: WatchOptions) => {
      demandGithub(options.github);
      await withBackend(async (backend) => {
        const terminal = createTerminal(options.output === 'json');
        const { status, ended } = await followShown(backend, terminal, {
          id,
          timeoutMs: options.timeout,
          isLive: options.progress,
        });
        report(terminal, status, backend.linkOf(status.id));
        tellGithub(status, terminal);
        if (ended === 'detached')
          terminal.say(`Stopped watching. The release continues. See it again with: locrelease watch ${id}`);
        if (ended === 'timeout')
          terminal.say(
            `Timeout: the release has not ended yet, and continues. See it again with: locrelease watch ${id}`,
          );
        process.exitCode = {
          settled: exitCodeOf(status),
          detached: exitCode.done,
          timeout: exitCode.timeout,
        }[ended];
      });
    });
}
