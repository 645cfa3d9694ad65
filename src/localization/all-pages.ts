import { insist } from '../http/insist';
import { ServiceError } from '../http/service-error';

/** More than any list has; a service that always has one more must neither keep us for ever nor fill the memory. */
const MOST = { pages: 20_000, items: 200_000, chars: 200_000_000 } as const;

interface Page {
  items: readonly { id: string }[];
  /** null where the service does not say. */
  total: number | null;
}

/**
 * Every page of a list, however large a page the service gives: until as many items were seen as it says there are,
 * or a page brings none that was not seen before.
 */
export async function* allPages<Found extends Page>(
  endpoint: 'GET /terms' | 'GET /tasks/terms',
  read: (page: number) => Promise<Found>,
  signal?: AbortSignal,
): AsyncGenerator<Found> {
  const seen = new Set<string>();
  let chars = 0;
  for (let number = 1; number <= MOST.pages && seen.size <= MOST.items && chars <= MOST.chars; number += 1) {
    const page = number === 1 ? await read(1) : await insist(() => read(number), signal);
    yield page;
    const before = seen.size;
    for (const { id } of page.items) seen.add(id);
    if (seen.size === before || (page.total !== null && seen.size >= page.total)) return;
    chars += JSON.stringify(page.items).length;
  }
  throw new ServiceError(
    `Localization service, ${endpoint}: the list has not ended after ${seen.size} terms`,
    { service: 'localization', endpoint, kind: 'unreadable', effect: 'none' },
  );
}
