/** Languages that the service does not list. How the list is asked for is not documented, so that it is no gate. */
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import { sentence } from '../domain/sentence';
import { nearestWord } from '../domain/suggest-word';
import { ServiceError } from '../http/service-error';
import { foldLanguage } from '../localization/language-names';
import type { LocalizationClient } from '../localization/localization-client';

/** Without credentials here nothing is said. */
export async function languageWarnings(
  { config, localization }: { config: Config; localization: (project: string) => LocalizationClient },
  project: string,
  languages: readonly string[],
): Promise<string[]> {
  if (!hasCredentials(config, project)) return [];
  try {
    const { data } = await localization(project).languages();
    return unlistedWarnings(
      languages,
      data.map(({ code }) => code),
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [
      `Warning: The list of supported languages could not be read, so the languages were not checked: ${sentence(error.message)}`,
    ];
  }
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
