import type { Command } from 'commander';
import type { ReleaseStatus } from '../release/status';
import { outputOption } from './command-options';
import { connected } from './connected';
import { follow } from './follow';
import { exitCode } from './exit-code';
import { exitCodeOf } from './release-exit';
import { report } from './report-status';
import { statusText, stepText } from './status-text';
import { createTerminal } from './terminal';

export function addWatchCommand(program: Command): void {
  program
    .command('watch <id>')
    .description('draw live progress until the release has ended, is parked or is partial')
    .option('--no-progress', 'one line per change instead of a live picture')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease watch game-2.4.0')
    .action((id: string, options: { progress: boolean; output: string }) =>
      connected(async ({ desk }) => {
        const terminal = createTerminal(options.output === 'json');
        const live = options.progress && !terminal.json && process.stderr.isTTY;
        const picture = live ? new LivePicture() : null;
        let line = '';
        const { status, ended } = await follow({
          desk,
          id,
          onChange: (seen) => {
            if (picture !== null) picture.draw(statusText(seen));
            else if (lineOf(seen) !== line) terminal.say((line = lineOf(seen)));
          },
        });
        picture?.clear();
        report(terminal, status);
        if (ended === 'detached')
          terminal.say(`let go; the release goes on. Come back with: locrelease watch ${id}`);
        process.exitCode = ended === 'settled' ? exitCodeOf(status) : exitCode.done;
      }),
    );
}

function lineOf({ id, state, stage, progress }: ReleaseStatus): string {
  return [id, state, stage ?? '', stepText(progress)].filter((word) => word !== '').join(' ');
}

/** Draws over what it drew before. */
class LivePicture {
  #lines = 0;

  draw(text: string): void {
    this.clear();
    process.stderr.write(`${text}\n`);
    this.#lines = text.split('\n').length;
  }

  clear(): void {
    if (this.#lines > 0) process.stderr.write(`\u001b[${this.#lines}A\u001b[0J`);
    this.#lines = 0;
  }
}
