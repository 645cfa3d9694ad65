import type { Command } from 'commander';
import type { ReleaseView } from '../domain/status';
import { githubOption, outputOption } from './command-options';
import { withTemporal } from './with-temporal';
import { exitCode, exitCodeOf } from './exit-code';
import { follow } from './follow-release';
import { demandGithub, tellGithub } from './github';
import { LivePicture } from './live-picture';
import { report, statusLine, statusText, stepText } from './status-text';
import { createTerminal, shown } from './terminal';

interface WatchOptions {
  progress: boolean;
  github?: boolean;
  output: string;
}

export function defineWatchCommand(command: Command): void {
  command
    .option('--no-progress', 'Print one line per change instead of a live picture.')
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease watch game-2.4.0')
    .action(async (id: string, options: WatchOptions) => {
      demandGithub(options.github);
      await withTemporal(async ({ releaseClient }) => {
        const terminal = createTerminal(options.output === 'json');
        const isLive = options.progress && !terminal.json && process.stderr.isTTY;
        const picture = isLive ? new LivePicture(process.stderr) : null;
        let place = '';
        const { status, ended } = await follow({
          releaseClient,
          id,
          onLook: (seen) => {
            if (picture !== null) picture.draw(statusText(shown(seen)));
            else if (placeOf(seen) !== place)
              terminal.say(`${new Date().toISOString()} ${statusLine(shown(seen))}`);
            place = placeOf(seen);
          },
          onSilence: () => {
            const line = `${new Date().toISOString()} ${id}: Temporal does not answer. The release is kept. Trying again.`;
            if (picture === null) terminal.say(line);
            else picture.draw(line);
            // Whoever was told of it hears when it is over.
            place = '';
          },
        });
        picture?.clear();
        report(terminal, status);
        tellGithub(status, terminal);
        if (ended === 'detached')
          terminal.say(`Stopped watching. The release continues. See it again with: locrelease watch ${id}`);
        process.exitCode = ended === 'settled' ? exitCodeOf(status) : exitCode.done;
      });
    });
}

/** What a new line is worth: not each row, and not the time that goes by. */
function placeOf({ state, stage, progress, waitingFor, hold, worker, retrying }: ReleaseView): string {
  return JSON.stringify([state, stage, stepText(progress), waitingFor, hold, worker, retrying?.attempt]);
}
