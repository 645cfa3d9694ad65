import type { Command } from 'commander';
import type { Amended } from '../client/amend-release';
import { BadRequest } from '../client/errors';
import { named } from '../client/release-name';
import { language } from '../domain/fields';
import { releaseId } from '../domain/identity';
import type { Amendment } from '../domain/amendment';
import { foldLanguage } from '../localization/language-names';
import type { Ask } from '../operations/backend';
import { allowUnlistedOption, asOption, durationOption, outputOption } from './command-options';
import { readReleaseToSend } from './release-to-send';
import { createTerminal, type Terminal } from './terminal';
import { withBackend } from './with-backend';

interface AmendOptions {
  addLanguage?: string[];
  allowUnlisted?: boolean;
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
With --add-language: translates more languages, also in a finished release. Its other languages do not change.

Examples:
  locrelease amend game-2.4.0 release.yaml --reason "other wording"
  locrelease amend game-2.4.0 --add-language fr de
  locrelease amend game-2.4.0 --deadline "5 days" --reason "reviewer is ill"
  locrelease amend game-2.4.0 --without-language ko --without-account acc_2`;

export function define(command: Command): void {
  command
    .option('--add-language <codes...>', 'Translate these languages too.')
    .addOption(allowUnlistedOption())
    .addOption(durationOption('--deadline <duration>', 'How long the term review may take, from its start.'))
    .option('--without-language <codes...>', 'Neither export nor announce these languages.')
    .option('--without-account <ids...>', 'Do not announce on these accounts.')
    .option('--reason <text>', 'Reason for the change.')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', help)
    .action((given: string, file: string | undefined, options: AmendOptions) =>
      withBackend(async (backend) => {
        const { addLanguage, reason } = options;
        const id = releaseId(named(given));
        const languages = languageCodes(addLanguage ?? []);
        const amendment = amendmentOf(options);
        const isEmpty = Object.keys(amendment).length === 0;
        const isAmended = file !== undefined || !isEmpty;
        if (!isAmended && languages.length === 0)
          throw new BadRequest('Name a file, or an option that says what to change.');
        const wanted =
          file === undefined ? null : (await readReleaseToSend(backend, backend.contents, file)).release;
        const terminal = createTerminal(options.output === 'json');
        const added =
          languages.length === 0 ? [] : await addedTo(backend.ask, terminal, { id, languages, ...options });
        const amended = isAmended
          ? await backend
              .ask('amend', {
                ...{ id, wanted, amendment: isEmpty ? null : amendment },
                ...(reason && { reason }),
              })
              .catch((error: unknown) => {
                if (added.length > 0)
                  terminal.say(`Adding ${added.join(', ')} to ${id}. The rest is not amended.`);
                throw error;
              })
          : { id, changed: null, difference: [], takenBack: [], next: null };
        terminal.data({ ...amended, added }, amendedText);
      }, options),
    );
}

/** What the service does not list is refused before anything is changed. */
async function addedTo(
  ask: Ask,
  terminal: Terminal,
  {
    id,
    languages,
    reason,
    allowUnlisted = false,
  }: Pick<AmendOptions, 'reason' | 'allowUnlisted'> & {
    id: string;
    languages: string[];
  },
): Promise<string[]> {
  const said = { id, languages, allowUnlisted, ...(reason && { reason }) };
  const { added, warnings } = await ask('addLanguages', said);
  for (const warning of warnings) terminal.say(`Warning: ${warning}`);
  return added;
}

function amendmentOf({ deadline, withoutLanguage, withoutAccount }: AmendOptions): Amendment {
  return {
    ...(deadline !== undefined && { terms: { deadline } }),
    ...(withoutLanguage !== undefined && { withoutLanguages: withoutLanguage }),
    ...(withoutAccount !== undefined && { withoutAccounts: withoutAccount }),
  };
}

/** In the one spelling that releases use; what cannot be a language is refused before anything is asked for. */
export function languageCodes(words: readonly string[]): string[] {
  const codes = words.map((word) => {
    const { success, data } = language.safeParse(foldLanguage(word));
    if (success) return data;
    throw new BadRequest(`"${word}" is not a language code. Nothing was changed. Use a code such as zh-cn.`);
  });
  return [...new Set(codes)];
}

function amendedText({
  id,
  changed,
  difference,
  takenBack,
  next,
  added,
}: Amended & { added: string[] }): string {
  const languages = added.length === 0 ? [] : [`Adding ${added.join(', ')} to ${id}.`];
  if (changed === null) return languages[0] ?? `${id} already asks for this. Nothing was changed.`;
  const last = next === null ? [] : [next, `  locrelease retry ${id}`];
  const back = takenBack.length === 0 ? [] : ['This takes back:', ...takenBack.map((line) => `  ${line}`)];
  return [`${id} now asks for this:`, ...difference, ...back, ...last, ...languages].join('\n');
}
