import type { Command } from 'commander';
import { outputOption, timeoutOption } from './command-options';
import { connected, type Connected } from './connected';
import { exitCode } from './exit-code';
import { follow } from './follow';
import { tellGithub } from './github';
import { exitCodeOf } from './release-exit';
import { report } from './report-status';
import { createTerminal, type Terminal } from './terminal';

export function addWaitCommand(program: Command): void {
  program
    .command('wait <id>')
    .description(
      'return when the release has ended, is parked or is partial, with the exit code of that state',
    )
    .addOption(timeoutOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease wait game-2.4.0 --timeout 2h')
    .action((id: string, options: { timeout?: number; output: string }) =>
      connected((context) =>
        waitForRelease(context, createTerminal(options.output === 'json'), id, options.timeout),
      ),
    );
}

export async function waitForRelease(
  { desk }: Connected,
  terminal: Terminal,
  id: string,
  timeoutMs: number | undefined,
): Promise<void> {
  let stage = '';
  const { status, ended } = await follow({
    desk,
    id,
    timeoutMs,
    onChange: (seen) => {
      const now = `${seen.state}${seen.stage === null ? '' : `, ${seen.stage}`}`;
      if (now !== stage) terminal.say(`${new Date().toISOString()} ${seen.id} ${now}`);
      stage = now;
    },
  });
  if (ended === 'detached')
    terminal.say(`let go; the release goes on. Come back with: locrelease watch ${id}`);
  if (ended === 'timeout')
    terminal.say(`not ended yet; the release goes on. Come back with: locrelease wait ${id}`);
  report(terminal, status);
  tellGithub(status, terminal);
  process.exitCode = ended === 'settled' ? exitCodeOf(status) : exitCode.timeout;
}
