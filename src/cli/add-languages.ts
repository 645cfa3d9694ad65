import type { Command } from 'commander';
import { BadRequest } from '../client/errors';
import { named } from '../client/release-name';
import { language } from '../domain/fields';
import { releaseId } from '../domain/identity';
import { foldLanguage } from '../localization/language-names';
import { allowUnlistedOption, asOption, outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

interface AddOptions {
  allowUnlisted?: boolean;
  as?: string;
  output: string;
}

const help = `
A language that the service does not list is refused, because one that it does not know parks the release, finished or not.

Example:
  locrelease add-languages game-2.4.0 fr de`;

export function defineAddLanguagesCommand(command: Command): void {
  command
    .addOption(allowUnlistedOption())
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', help)
    .action(async (given: string, words: string[], options: AddOptions) => {
      const id = releaseId(named(given));
      const { allowUnlisted = false, output } = options;
      const languages = languageCodes(words);
      const terminal = createTerminal(output === 'json');
      await withBackend(async ({ ask }) => {
        const { added, warnings } = await ask('addLanguages', { id, languages, allowUnlisted });
        for (const warning of warnings) terminal.say(`Warning: ${warning}`);
        terminal.data({ id, added }, () =>
          added.length === 0 ? `${id} already has these languages.` : `Adding ${added.join(', ')} to ${id}.`,
        );
      }, options);
    });
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
