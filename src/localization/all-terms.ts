import { allPages, type Extent, type Page } from '../http/replies/all-pages';
import type { CallOptions } from '../http/service-transport';
import type { LocalizationClient, Reply } from './localization-client';
import type { TaskTerm, TermbaseTerm } from './replies';
import type { TermbaseQuery } from './requests';
import { limits, type ScanStatus } from './vocabulary';

type Query = Omit<TermbaseQuery, 'page' | 'page_size'>;
export type TermsPage = Page<TaskTerm> & { scan_status: ScanStatus | null };

const firstPage = { page: 1, page_size: limits.pageSize };

export function taskTermPages(
  client: Pick<LocalizationClient, 'taskTerms'>,
  taskId: string,
  options?: CallOptions,
): AsyncGenerator<TermsPage, Extent> {
  return pagesOf('GET /tasks/terms', options, (parameters) =>
    client.taskTerms({ ...firstPage, ...parameters, task_id: taskId }, options),
  );
}

/** Pages of the termbase, in the service's order: the latest change comes first. */
export function termbasePages(
  client: Pick<LocalizationClient, 'queryTerms'>,
  query: Query = {},
  options?: CallOptions,
) {
  return pagesOf('GET /terms', options, (parameters) =>
    client.queryTerms({ ...firstPage, ...parameters, ...query }, options),
  );
}

/** Yields every term once: a term that changes meanwhile moves to the front, and pushes others to the next page. */
export async function* allTerms(
  client: Pick<LocalizationClient, 'queryTerms'>,
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

function pagesOf<Found extends Page<{ id: string }>>(
  endpoint: string,
  options: CallOptions | undefined,
  read: (parameters: Readonly<Record<string, string | number>>) => Promise<Reply<Found>>,
): AsyncGenerator<Found, Extent> {
  const list = { service: 'localization', endpoint, isNumbered: true } as const;
  return allPages({ ...list, read: async (parameters) => (await read(parameters)).data }, options?.signal);
}
