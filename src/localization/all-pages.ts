/** More than any list has; a service that numbers its pages otherwise must not keep us for ever. */
const MOST_PAGES = 20_000;

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
  read: (page: number) => Promise<Found>,
): AsyncGenerator<Found> {
  const seen = new Set<string>();
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await read(number);
    yield page;
    const before = seen.size;
    for (const { id } of page.items) seen.add(id);
    if (seen.size === before || (page.total !== null && seen.size >= page.total)) return;
  }
}
