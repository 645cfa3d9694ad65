import type { Command } from 'commander';
import { BadRequest } from '../client/errors';
import { named } from '../client/release-name';
import { language } from '../domain/fields';
import { releaseId } from '../domain/identity';
import { foldLanguage } from '../localization/language-names';
import { isAttended, saysYes } from './ask';
import { asOption, outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

interface AddOptions {
  force?: true;
  as?: string;
  output: string;
}

const help = `
A language that the service does not list is asked about first, because one that it refuses parks the release, finished
or not. Where there is no terminal, nothing is added without --force. Where the list cannot be read, nothing is asked.

Example:
  locrelease add-languages game-2.4.0 fr de`;

export function defineAddLanguagesCommand(command: Command): void {
  command
    .option('--force', 'Add also what the service does not list. Needed for that where there is no terminal.')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', help)
    .action(async (given: string, words: string[], options: AddOptions) => {
      const release = named(given);
      const id = releaseId(release);
      const languages = languageCodes(words);
      const terminal = createTerminal(options.output === 'json');
      await withBackend(async ({ ask }) => {
        const { warnings, unlisted } = await ask('languageDoubts', { project: release.project, languages });
        for (const warning of warnings) terminal.say(warning);
        if (unlisted.length > 0) await mustBeWanted(unlisted, options);
        const { added } = await ask('addLanguages', { id, languages });
        terminal.data({ id, added }, () =>
          added.length === 0 ? `${id} already has these languages.` : `Adding ${added.join(', ')} to ${id}.`,
        );
      }, options);
    });
}

/** The list of the service may be behind, so that a person decides; what it refuses would park the release. */
async function mustBeWanted(unlisted: readonly string[], { force }: AddOptions): Promise<void> {
  if (force === true) return;
  const codes = unlisted.join(', ');
  if (!isAttended())
    throw new BadRequest(
      `Nothing was added. If the service takes ${codes} all the same, add --force. A language that it refuses parks the release.`,
    );
  if (!(await saysYes(`Add ${codes} all the same? A language that the service refuses parks the release.`)))
    throw new BadRequest('Nothing was added.');
}

/** In the one spelling that releases use; what cannot be a language is refused before anything is asked for. */
export function languageCodes(words: readonly string[]): string[] {
  const codes = words.map((word) => {
    const { success, data } = language.safeParse(foldLanguage(word));
    if (success) return data;
    throw new BadRequest(`"${word}" is not a language code. Nothing was added. Use a code such as zh-cn.`);
  });
  return [...new Set(codes)];
}
