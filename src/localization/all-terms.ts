import type { CallOptions } from '../http/service-transport';
import { allPages } from './all-pages';
import type { LocalizationClient } from './localization-client';
import type { TermbaseQuery } from './requests';
import type { TermbasePage, TermbaseTerm } from './schemas';
import { limits } from './vocabulary';

type Query = Omit<TermbaseQuery, 'page' | 'page_size'>;

/** The termbase, as the service pages it: what was changed last comes first. */
export function termbasePages(
  client: LocalizationClient,
  query: Query = {},
  options?: CallOptions,
): AsyncGenerator<TermbasePage> {
  const read = async (page: number): Promise<TermbasePage> =>
    (await client.queryTerms({ ...query, page, page_size: limits.pageSize }, options)).data;
  return allPages('GET /terms', read, options?.signal);
}

/** Every term of every page, once: terms that change meanwhile move to the front and push others to the next page. */
export async function* allTerms(
  client: LocalizationClient,
  query: Query = {},
  options?: CallOptions,
): AsyncGenerator<TermbaseTerm> {
  const seen = new Set<string>();
  for await (const { items } of termbasePages(client, query, options)) {
    for (const term of items) {
      if (!seen.has(term.id)) yield term;
      seen.add(term.id);
    }
  }
}
