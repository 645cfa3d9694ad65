import type { Command } from 'commander';
import { releaseId } from '../domain/identity';
import type { Cancelled } from '../client/release-client';
import { named } from '../client/release-name';
import { asOption, outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

const words: Readonly<Record<Cancelled['outcome'], string>> = {
  cancelling: 'is being cancelled.',
  recorded: 'will be cancelled as soon as a worker answers.',
};

export function defineCancelCommand(command: Command): void {
  command
    .option('--reason <text>', 'Reason for the decision.')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease cancel game-2.4.0 --reason "wrong branch"')
    .action((given: string, options: { reason?: string; as?: string; output: string }) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const { reason } = options;
        const { outcome, done } = await ask('cancel', { id, ...(reason && { reason }) });
        createTerminal(options.output === 'json').data(
          { id, outcome, done },
          (cancelled) => `${cancelled.id} ${words[outcome]} ${cancelled.done}`,
        );
      }, options),
    );
}
