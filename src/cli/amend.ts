import type { Command } from 'commander';
import type { Amended } from '../client/amend-release';
import { BadRequest } from '../client/errors';
import type { Amendment } from '../domain/amendment';
import { readReleaseToSend } from './release-to-send';
import { asOption, durationOption, outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

interface AmendOptions {
  deadline?: number;
  withoutLanguage?: string[];
  withoutAccount?: string[];
  reason?: string;
  as?: string;
  output: string;
}

const help = `
With a file: takes over what has not happened yet (the announcement, the export, the term review's deadline and
reminders, late languages, whether to publish). What others amended meanwhile stays, unless the file itself has changed
it since it was last applied; what that takes back is shown. Where the file asks for something that has happened already, nothing is
changed, and the exit code is 2. A post that failed on some accounts can get another text for these: amend, then retry.

Examples:
  locrelease amend game-2.4.0 release.yaml --reason "other wording"
  locrelease amend game-2.4.0 --deadline "5 days" --reason "reviewer is ill"
  locrelease amend game-2.4.0 --without-language ko --without-account acc_2`;

export function defineAmendCommand(command: Command): void {
  command
    .addOption(durationOption('--deadline <duration>', 'How long the term review may take, from its start.'))
    .option('--without-language <codes...>', 'Neither export nor announce these languages.')
    .option('--without-account <ids...>', 'Do not announce on these accounts.')
    .option('--reason <text>', 'Reason for the change.')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', help)
    .action((id: string, file: string | undefined, options: AmendOptions) =>
      withBackend(async (backend) => {
        const { reason } = options;
        const amendment = amendmentOf(options);
        const isEmpty = Object.keys(amendment).length === 0;
        if (file === undefined && isEmpty)
          throw new BadRequest('Name a file, or an option that says what to change.');
        const wanted =
          file === undefined ? null : (await readReleaseToSend(backend, backend.contents, file)).release;
        const amended = await backend.ask('amend', {
          id,
          wanted,
          amendment: isEmpty ? null : amendment,
          ...(reason && { reason }),
        });
        createTerminal(options.output === 'json').data(amended, amendedText);
      }, options),
    );
}

function amendmentOf({ deadline, withoutLanguage, withoutAccount }: AmendOptions): Amendment {
  return {
    ...(deadline !== undefined && { terms: { deadline } }),
    ...(withoutLanguage !== undefined && { withoutLanguages: withoutLanguage }),
    ...(withoutAccount !== undefined && { withoutAccounts: withoutAccount }),
  };
}

function amendedText({ id, changed, difference, takenBack, next }: Amended): string {
  if (changed === null) return `${id} already asks for this. Nothing was changed.`;
  const last = next === null ? [] : [next, `  locrelease retry ${id}`];
  const back = takenBack.length === 0 ? [] : ['This takes back:', ...takenBack.map((line) => `  ${line}`)];
  return [`${id} now asks for this:`, ...difference, ...back, ...last].join('\n');
}
