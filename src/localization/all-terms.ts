import type { CallOptions } from '../http/service-transport';
import type { LocalizationClient } from './localization-client';
import type { TermbaseQuery } from './requests';
import type { TermbaseTerm } from './schemas';
import { limits } from './vocabulary';

/** Every term of every page, once: terms that change meanwhile move to the front and push others to the next page. */
export async function* allTerms(
  client: LocalizationClient,
  query: Omit<TermbaseQuery, 'page' | 'page_size'> = {},
  options?: CallOptions,
): AsyncGenerator<TermbaseTerm> {
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { data } = await client.queryTerms({ ...query, page, page_size: limits.pageSize }, options);
    const { items, total } = data;
    for (const term of items) {
      if (!seen.has(term.id)) yield term;
      seen.add(term.id);
    }
    if (items.length === 0 || page * limits.pageSize >= total) return;
  }
}
