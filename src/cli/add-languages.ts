import type { Command } from 'commander';
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import { language } from '../domain/fields';
import { releaseId } from '../domain/identity';
import { sentence } from '../domain/sentence';
import { addLanguages } from '../client/add-languages';
import { BadRequest } from '../client/errors';
import { named } from '../client/release-client';
import { nearestWord } from '../domain/suggest-word';
import { ServiceError } from '../http/service-error';
import { foldLanguage } from '../localization/language-names';
import { asOption, outputOption } from './command-options';
import { withTemporal, operatorName } from './with-temporal';
import { createTerminal, type Terminal } from './terminal';
import { withServices } from './with-services';

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
      await warnOfUnlisted(release.project, languages, terminal);
      await withTemporal(async ({ client, config, releaseClient }) => {
        const { added } = await addLanguages(
          { client, releaseClient, taskQueue: config.taskQueue },
          { id, languages, by: operatorName(options.as) },
        );
        terminal.data({ id, added }, () =>
          added.length === 0 ? `${id} already has these languages.` : `Adding ${added.join(', ')} to ${id}.`,
        );
      });
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

/** How the list is asked for is not documented, so that it is no gate; without credentials here nothing is said. */
function warnOfUnlisted(project: string, languages: readonly string[], terminal: Terminal): Promise<void> {
  return withServices(async ({ config, localization }) => {
    if (!hasCredentials(config, project)) return;
    try {
      const { data } = await localization(project).languages();
      const listed = data.map(({ code }) => code);
      for (const warning of unlistedWarnings(languages, listed)) terminal.say(warning);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      terminal.say(
        `Warning: The list of supported languages could not be read, so the languages were not checked: ${sentence(error.message)}`,
      );
    }
  });
}

export function unlistedWarnings(languages: readonly string[], listed: readonly string[]): string[] {
  const codes = listed.map(foldLanguage);
  return languages
    .filter((code) => !codes.includes(code))
    .map((code) => {
      const nearest = nearestWord(code, codes);
      const suggestion = nearest === null ? '' : ` Did you mean ${nearest}?`;
      return `Warning: The localization service does not list the language ${code}.${suggestion}`;
    });
}

function hasCredentials(config: Config, project: string): boolean {
  try {
    config.project(project);
    return true;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}
