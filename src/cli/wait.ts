import type { Command } from 'commander';
import { named } from '../client/release-name';
import type { Backend } from '../operations/backend';
import { releaseId } from '../domain/identity';
import { githubOption, outputOption, timeoutOption } from './command-options';
import { exitCode } from '../domain/exit-code';
import { exitCodeOf } from './release-exit-code';
import { followShown, type Showing } from './follow-shown';
import { demandGithub, tellGithub } from './github';
import { report } from './status-text';
import { createTerminal, type Terminal } from './terminal';
import { withBackend } from './with-backend';

export function define(command: Command): void {
  command
    .addOption(timeoutOption())
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease wait game-2.4.0 --timeout 2h')
    .action(async (given: string, options: { timeout?: number; github?: boolean; output: string }) => {
      demandGithub(options.github);
      const id = releaseId(named(given));
      await withBackend((backend) =>
        waitForRelease(backend, createTerminal(options.output === 'json'), {
          id,
          timeoutMs: options.timeout,
          isLive: false,
        }),
      );
    });
}

export async function waitForRelease(backend: Backend, terminal: Terminal, showing: Showing): Promise<void> {
  const { id } = showing;
  const { status, ended } = await followShown(backend, terminal, showing);
  if (ended === 'detached')
    terminal.say(`Stopped waiting. The release continues. See it again with: locrelease watch ${id}`);
  if (ended === 'timeout')
    terminal.say(
      `Timeout: the release has not ended yet, and continues. Wait again with: locrelease wait ${id}`,
    );
  report(terminal, status, backend.linkOf(status.id));
  tellGithub(status, terminal);
  process.exitCode = ended === 'settled' ? exitCodeOf(status) : exitCode.timeout;
}
