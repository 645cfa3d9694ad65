import type { Command } from 'commander';
import { named } from '../client/release-name';
import { releaseId } from '../domain/identity';
import { asOption, outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

interface PauseOptions {
  reason?: string;
  as?: string;
  output: string;
}

const said = {
  pause: 'is paused. Nothing irreversible begins until it is resumed.',
  resume: 'continues.',
};

export const definePauseCommand = (command: Command): void => define(command, 'pause');
export const defineResumeCommand = (command: Command): void => define(command, 'resume');

function define(command: Command, name: 'pause' | 'resume'): void {
  command
    .option('--reason <text>', 'Reason for the decision.')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', `\nExample:\n  locrelease ${name} game-2.4.0`)
    .action((given: string, options: PauseOptions) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const { reason } = options;
        const { outcome } = await ask(name, { id, ...(reason && { reason }) });
        createTerminal(options.output === 'json').data({ id, outcome }, () => `${id} ${said[name]}`);
      }, options),
    );
}
