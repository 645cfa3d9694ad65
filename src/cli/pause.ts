import type { Command } from 'commander';
import { named } from '../client/release-client';
import { releaseId } from '../domain/identity';
import { asOption, outputOption } from './command-options';
import { createTerminal } from './terminal';
import { operatorName, withTemporal } from './with-temporal';

interface PauseOptions {
  reason?: string;
  as?: string;
  output: string;
}

const said = {
  pause: 'pauses before its next stage. What is under way ends first.',
  resume: 'goes on.',
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
      withTemporal(async ({ releaseClient }) => {
        const id = releaseId(named(given));
        const { reason } = options;
        const message = { by: operatorName(options.as), ...(reason && { reason }) };
        const { outcome } = await releaseClient[name](id, message);
        createTerminal(options.output === 'json').data({ id, outcome }, () => `${id} ${said[name]}`);
      }),
    );
}
