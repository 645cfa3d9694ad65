import type { Command } from 'commander';
import { releaseLink } from '../client/release-row';
import { named } from '../client/release-client';
import { releaseId } from '../domain/identity';
import { githubOption, outputOption, timeoutOption } from './command-options';
import { withTemporal, type TemporalAccess } from './with-temporal';
import { exitCode, exitCodeOf } from './exit-code';
import { followShown, type Showing } from './follow-shown';
import { demandGithub, tellGithub } from './github';
import { report } from './status-text';
import { createTerminal, type Terminal } from './terminal';

export function defineWaitCommand(command: Command): void {
  command
    .addOption(timeoutOption())
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease wait game-2.4.0 --timeout 2h')
    .action(async (given: string, options: { timeout?: number; github?: boolean; output: string }) => {
      demandGithub(options.github);
      const id = releaseId(named(given));
      await withTemporal((access) =>
        waitForRelease(access, createTerminal(options.output === 'json'), {
          id,
          timeoutMs: options.timeout,
          isLive: false,
        }),
      );
    });
}

export async function waitForRelease(
  access: TemporalAccess,
  terminal: Terminal,
  showing: Showing,
): Promise<void> {
  const { id } = showing;
  const { status, ended } = await followShown(access, terminal, showing);
  if (ended === 'detached')
    terminal.say(`Stopped waiting. The release continues. See it again with: locrelease watch ${id}`);
  if (ended === 'timeout')
    terminal.say(
      `Timeout: the release has not ended yet, and continues. Wait again with: locrelease wait ${id}`,
    );
  report(terminal, status, releaseLink(access.config, status.id));
  tellGithub(status, terminal);
  process.exitCode = ended === 'settled' ? exitCodeOf(status) : exitCode.timeout;
}
