import type { Command } from 'commander';
import { ConfigError, type Config } from '../config/config';
import { releaseId } from '../domain/identity';
import { addLanguages } from '../client/add-languages';
import { BadRequest } from '../client/errors';
import { named } from '../client/release-client';
import { unknownValue } from '../domain/suggest-word';
import { asOption, outputOption } from './command-options';
import { withTemporal, operatorName } from './with-temporal';
import { createTerminal } from './terminal';
import { withServices } from './with-services';

export function addAddLanguagesCommand(program: Command): void {
  program
    .command('add-languages <id> <languages...>')
    .description(
      'Translate more languages in a running or finished release. Its other languages do not change.',
    )
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease add-languages game-2.4.0 fr de')
    .action(async (given: string, languages: string[], options: { as?: string; output: string }) => {
      const release = named(given);
      const id = releaseId(release);
      await refuseUnsupported(release.project, languages);
      await withTemporal(async ({ client, config, releaseClient }) => {
        const { added } = await addLanguages(
          { client, releaseClient, taskQueue: config.taskQueue },
          { id, languages, by: operatorName(options.as) },
        );
        createTerminal(options.output === 'json').data({ id, added }, () =>
          added.length === 0 ? `${id} already has these languages.` : `Adding ${added.join(', ')} to ${id}.`,
        );
      });
    });
}

/** A typing mistake would park the release; without credentials here only the worker can find it. */
function refuseUnsupported(project: string, languages: readonly string[]): Promise<void> {
  return withServices(async ({ config, localization }) => {
    if (!hasCredentials(config, project)) return;
    const supported = (await localization(project).languages()).data.map(({ code }) => code);
    const stray = languages.find((language) => !supported.includes(language));
    if (stray !== undefined)
      throw new BadRequest(`Language "${stray}" is not supported: it ${unknownValue(stray, supported)}.`);
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
