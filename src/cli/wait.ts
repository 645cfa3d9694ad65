import type { Command } from 'commander';
import { githubOption, outputOption, timeoutOption } from './command-options';
import { withTemporal, type TemporalAccess } from './with-temporal';
import { exitCode, exitCodeOf } from './exit-code';
import { follow } from './follow-release';
import { demandGithub, tellGithub } from './github';
import { report, statusLine } from './status-text';
import { createTerminal, type Terminal } from './terminal';

export function addWaitCommand(program: Command): void {
  program
    .command('wait <id>')
    .description(
      'return when the release has ended, is parked or is partial, with the exit code of that state',
    )
    .addOption(timeoutOption())
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease wait game-2.4.0 --timeout 2h')
    .action(async (id: string, options: { timeout?: number; github?: boolean; output: string }) => {
      demandGithub(options.github);
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
    onChange: (seen) => {
      const now = JSON.stringify([seen.state, seen.stage, seen.waitingFor]);
      if (now !== place) terminal.say(`${new Date().toISOString()} ${statusLine(seen)}`);
      place = now;
    },
    onSilence: () =>
      terminal.say(`${new Date().toISOString()} ${id}: nobody answers at the moment; looking on`),
  });
  if (ended === 'detached')
    terminal.say(`let go; the release goes on. Come back with: locrelease watch ${id}`);
  if (ended === 'timeout')
    terminal.say(`not ended yet; the release goes on. Come back with: locrelease wait ${id}`);
  report(terminal, status);
  tellGithub(status, terminal);
  process.exitCode = ended === 'settled' ? exitCodeOf(status) : exitCode.timeout;
}
