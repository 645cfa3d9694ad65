/** Languages that the service does not list. How the list is asked for is not documented, so that it is no gate. */
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import { sentence } from '../domain/sentence';
import { nearestWord } from '../domain/suggest-word';
import { ServiceError } from '../http/service-error';
import { foldLanguage } from '../localization/language-names';
import type { LocalizationClient } from '../localization/localization-client';

export interface LanguageDoubts {
  unlisted: string[];
  /** A sentence for each, or why nothing could be looked up. */
  warnings: string[];
}

const nothingToSay: LanguageDoubts = { unlisted: [], warnings: [] };

/** Without credentials here nothing is said. */
export async function languageDoubts(
  { config, localization }: { config: Config; localization: (project: string) => LocalizationClient },
  project: string,
  languages: readonly string[],
): Promise<LanguageDoubts> {
  if (!hasCredentials(config, project)) return nothingToSay;
  try {
    const { data } = await localization(project).languages();
    return unlistedAmong(
      languages,
      data.map(({ code }) => code),
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const why = `Warning: The list of supported languages could not be read, so the languages were not checked: ${sentence(error.message)}`;
    return { unlisted: [], warnings: [why] };
  }
}

export function unlistedAmong(languages: readonly string[], listed: readonly string[]): LanguageDoubts {
  const codes = listed.map(foldLanguage);
  const unlisted = languages.filter((code) => !codes.includes(code));
  const warnings = unlisted.map((code) => {
    const nearest = nearestWord(code, codes);
    const suggestion = nearest === null ? '' : ` Did you mean ${nearest}?`;
    return `Warning: The localization service does not list the language ${code}.${suggestion}`;
  });
  return { unlisted, warnings };
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
