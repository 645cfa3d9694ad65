import type { Amended } from '../../client/releases/amend-release';
import { BadRequest } from '../../client/errors';
import { indented } from '../../domain/text/sentence';
import { given, command } from '../command';
import {
  allowUnlistedOption,
  asOption,
  durationOption,
  languageWords,
  list,
  noteOption,
} from '../command-options';
import { joinedText } from '../terminal/terminal-form';
import { readReleaseToSend } from './plan';

const help = `With a file: takes over what has not happened yet (the announcement, the export, the term review's deadline and
reminders, late languages, whether to publish). What others amended meanwhile stays, unless the file itself has changed
it since it was last applied; what that takes back is shown. Where the file asks for something that has happened already, nothing is
changed, and the exit code is 2. A post that failed on some accounts can get another text for these: amend, then retry.
With --add-language: translates more languages, also in a finished release. Its other languages do not change.`;

export const amend = command({
  options: {
    addLanguage: languageWords('Translate these languages too.'),
    allowUnlisted: allowUnlistedOption,
    deadline: durationOption('How long the term review may take, from its start.'),
    withoutLanguage: languageWords('Neither export nor announce these languages.'),
    withoutAccount: list('<ids...>', 'Do not announce on these accounts.'),
    reason: noteOption('Reason for the change.'),
    as: asOption,
  },
  kept: 'Nothing was changed.',
  help,
  examples: [
    'amend game-2.4.0 release.yaml --reason "other wording"',
    'amend game-2.4.0 --add-language fr de',
    'amend game-2.4.0 --deadline "5 days" --reason "reviewer is ill"',
    'amend game-2.4.0 --without-language ko --without-account acc_2',
  ],
  run: async ({ backend, ask, terminal }, options, id: string, file?: string) => {
    const { addLanguage: languages = [], allowUnlisted = false, deadline } = options;
    const request = { id, ...given({ reason: options.reason }) };
    const amendment = given({
      terms: deadline === undefined ? undefined : { deadline },
      withoutLanguages: options.withoutLanguage,
      withoutAccounts: options.withoutAccount,
    });
    const isEmpty = Object.keys(amendment).length === 0;
    const isAmended = file !== undefined || !isEmpty;
    if (!isAmended && languages.length === 0)
      throw new BadRequest('Name a file, or an option that says what to change.');
    const wanted =
      file === undefined ? null : (await readReleaseToSend(backend, backend.contents, file)).release;
    // Languages go first: one that the service does not list is refused before anything is changed.
    const { added, warnings } =
      languages.length === 0
        ? { added: [], warnings: [] }
        : await ask('addLanguages', { ...request, languages, allowUnlisted });
    warnings.forEach(terminal.warn);
    const amended = !isAmended
      ? { id, changed: null, difference: [], takenBack: [], next: null }
      : await ask('amend', { ...request, wanted, amendment: isEmpty ? null : amendment }).catch(
          (error: unknown) => {
            if (added.length > 0)
              terminal.info(`Adding ${added.join(', ')} to ${id}. The rest is not amended.`);
            throw error;
          },
        );
    terminal.data({ ...amended, added }, amendedText);
  },
});

function amendedText({
  id,
  changed,
  difference,
  takenBack,
  next,
  added,
}: Amended & { added: string[] }): string {
  const languages = added.length > 0 && `Adding ${added.join(', ')} to ${id}.`;
  if (changed === null) return languages || `${id} already asks for this. Nothing was changed.`;
  return joinedText(
    '\n',
    `${id} now asks for this:`,
    ...difference.map(indented),
    takenBack.length > 0 && 'This takes back:',
    ...takenBack.map(indented),
    next && `${next}\n  locrelease retry ${id}`,
    languages,
  );
}
