/**
 * Finds languages that the localization service does not list. The request for the list is not documented: a reply with
 * none of a release's languages may have been misread, so it refuses nothing.
 */
import { sentence } from '../domain/text/sentence';
import { ServiceError } from '../http/service-error';
import type { CallOptions } from '../http/service-transport';
import { foldLanguage } from '../domain/text/language-code';
import { matchLanguage, meantLanguages } from '../localization/language-names';
import type { LocalizationClient } from '../localization/localization-client';
import type { ReleaseSpec } from '../domain/release/release-file';

interface LanguageCheck {
  /** Languages that are missing from a list that was surely understood. */
  unlisted: { language: string; message: string }[];
  warnings: string[];
}

/** `others` are languages that the release has already. */
export async function checkLanguages(
  client: LocalizationClient,
  languages: readonly string[],
  { others = [], ...options }: CallOptions & { others?: readonly string[] } = {},
): Promise<LanguageCheck> {
  try {
    const { data } = await client.languages(options);
    const listed = data.map(({ code }) => foldLanguage(code));
    return judgeLanguages(languages, listed, others);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 401 || error.code === 403) throw error;
    // Our own rate limit held the call back, so the service may well be available.
    if (error.kind === 'held') throw error;
    const why = `The list of supported languages could not be read, so the languages were not checked: ${sentence(error.message)}`;
    return { unlisted: [], warnings: [why] };
  }
}

export function judgeLanguages(
  languages: readonly string[],
  listed: readonly string[],
  others: readonly string[] = [],
): LanguageCheck {
  const isUnderstood = [...languages, ...others].some((language) => listed.includes(language));
  const unlisted: LanguageCheck['unlisted'] = [];
  const warnings: string[] = [];
  for (const language of languages.filter((code) => !listed.includes(code))) {
    const message = `The localization service does not list the language ${language}.${suggestion(language, listed)}`;
    // The list may have the same language under another code.
    if (isUnderstood && matchLanguage(language, listed) === null) unlisted.push({ language, message });
    else warnings.push(message);
  }
  return { unlisted, warnings };
}

function suggestion(language: string, listed: readonly string[]): string {
  const meant = meantLanguages(language, listed);
  return meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`;
}

/**
 * Warns of a release into its own source language. How the service treats that is documented for late languages only:
 * it skips them.
 */
export async function sourceLanguageWarnings(
  { targetLanguages, supplementLanguages }: ReleaseSpec,
  client: LocalizationClient,
  options: CallOptions,
): Promise<string[]> {
  const source = await sourceLanguageOf(client, options);
  if (![...targetLanguages, ...supplementLanguages].includes(source ?? '')) return [];
  return [
    `${source ?? ''} is the source language of the project, says the localization service. Nothing is translated into it. Remove it from the release file.`,
  ];
}

/** Only the termbase has the source language of a project. null: it is unknown. */
async function sourceLanguageOf(client: LocalizationClient, options: CallOptions): Promise<string | null> {
  try {
    const { data } = await client.queryTerms({ page: 1, page_size: 1 }, options);
    return data.source_language === null ? null : foldLanguage(data.source_language);
  } catch (error) {
    if (error instanceof ServiceError && error.kind !== 'held') return null;
    throw error;
  }
}
