/** Whether a release is to be translated into the language that it is written in. */
import type { ReleaseSpec } from '../domain/release-file';
import { ServiceError } from '../http/service-error';
import type { CallOptions } from '../http/service-transport';
import type { LocalizationClient } from '../localization/localization-client';

/** What the service does with it is documented for late languages alone: it skips them. */
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

/** Of a project, only the termbase tells it; null: it does not. */
async function sourceLanguageOf(client: LocalizationClient, options: CallOptions): Promise<string | null> {
  try {
    const { data } = await client.queryTerms({ page: 1, page_size: 1 }, options);
    return data.source_language?.toLowerCase().replaceAll('_', '-') ?? null;
  } catch (error) {
    if (error instanceof ServiceError && error.kind !== 'held') return null;
    throw error;
  }
}
