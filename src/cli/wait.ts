import type { Command } from 'commander';
import { named } from '../client/release-client';
import { releaseId } from '../domain/identity';
import { githubOption, outputOption, timeoutOption } from './command-options';
import { withTemporal, type TemporalAccess } from './with-temporal';
import { exitCode, exitCodeOf } from './exit-code';
import { follow } from './follow-release';
import { demandGithub, tellGithub } from './github';
import { report, statusLine } from './status-text';
import { createTerminal, shown, type Terminal } from './terminal';

export function addWaitCommand(program: Command): void {
  program
    .command('wait <id>')
    .description('Wait until the release has ended, is parked or is partial. The exit code tells the state.')
    .addOption(timeoutOption())
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease wait game-2.4.0 --timeout 2h')
    .action(async (given: string, options: { timeout?: number; github?: boolean; output: string }) => {
      demandGithub(options.github);
      const id = releaseId(named(given));
      await withTemporal((context) =>
        waitForRelease(context, createTerminal(options.output === 'json'), id, options.timeout),
      );
    });
}

export async function waitForRelease(
  { releaseClient }: TemporalAccess,
  terminal: Terminal,
  id: string,
  timeoutMs: number | undefined,
): Promise<void> {
  let place = '';
  const { status, ended } = await follow({
    releaseClient,
    id,
    timeoutMs,
    onLook: (seen) => {
      const { state, stage, waitingFor, worker, retrying } = seen;
      const now = JSON.stringify([state, stage, waitingFor, worker, retrying?.attempt]);
      if (now !== place) terminal.say(`${new Date().toISOString()} ${statusLine(shown(seen))}`);
      place = now;
    },
    onSilence: () => {
      terminal.say(`${new Date().toISOString()} ${id}: Temporal does not answer. Trying again.`);
      // Whoever was told of it hears when it is over.
      place = '';
    },
  });
  if (ended === 'detached')
    terminal.say(`Stopped waiting. The release continues. See it again with: locrelease watch ${id}`);
  if (ended === 'timeout')
    terminal.say(
      `Timeout: the release has not ended yet, and continues. Wait again with: locrelease wait ${id}`,
    );
  report(terminal, status);
  tellGithub(status, terminal);
  process.exitCode = ended === 'settled' ? exitCodeOf(status) : exitCode.timeout;
}
