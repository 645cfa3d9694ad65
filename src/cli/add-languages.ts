import type { Command } from 'commander';
import { BadRequest } from '../client/errors';
import { named } from '../client/release-name';
import { language } from '../domain/fields';
import { releaseId } from '../domain/identity';
import { foldLanguage } from '../localization/language-names';
import { asOption, outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

export function defineAddLanguagesCommand(command: Command): void {
  command
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease add-languages game-2.4.0 fr de')
    .action(async (given: string, words: string[], options: { as?: string; output: string }) => {
      const release = named(given);
      const id = releaseId(release);
      const languages = languageCodes(words);
      const terminal = createTerminal(options.output === 'json');
      await withBackend(async ({ ask }) => {
        const warnings = await ask('languageWarnings', { project: release.project, languages });
        for (const warning of warnings) terminal.say(warning);
        const { added } = await ask('addLanguages', { id, languages });
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
