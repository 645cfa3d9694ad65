/** Reads the whole list, page by page, in one revision. */
import { FIRST_TERMS } from '../../src/domain/console-paths';
import type { TermsPage } from '../../src/protocol/console-api';
import type { SheetTerm } from './sheet';

const PAGE = 1000;
const MOST_TRIES = 5;
/** The gateway limits the concurrent requests of one operator. */
const AT_A_TIME = 6;

export interface TermList extends Omit<TermsPage, 'terms'> {
  terms: readonly SheetTerm[];
}

export type ReadPage = (page: { offset: number; limit: number }) => Promise<TermsPage>;

/** Requests the first page at once and keeps it for its first reader, because a response takes long on a slow line. */
export function readingAhead(readPage: ReadPage): ReadPage {
  let ahead: Promise<TermsPage> | null = readPage({ offset: 0, limit: FIRST_TERMS });
  ahead.catch(() => undefined);
  return (page) => {
    const first = page.offset === 0 ? ahead : null;
    if (first === null) return readPage(page);
    ahead = null;
    return first;
  };
}

/** `first`: called with the first page, so that a long list is visible while the rest loads. */
export async function readTerms(
  readPage: ReadPage,
  first: (list: TermList) => void = () => undefined,
): Promise<TermList> {
  for (let tries = 1; ; tries += 1) {
    const list = await readPage({ offset: 0, limit: FIRST_TERMS });
    first(list);
    const offsets: number[] = [];
    for (let offset = FIRST_TERMS; offset < list.total; offset += PAGE) offsets.push(offset);
    const rest: TermsPage[] = [];
    while (rest.length < offsets.length) {
      const next = offsets.slice(rest.length, rest.length + AT_A_TIME);
      rest.push(...(await Promise.all(next.map((offset) => readPage({ offset, limit: PAGE })))));
    }
    if (rest.every(({ revision }) => revision === list.revision)) {
      return { ...list, terms: [list, ...rest].flatMap((page) => page.terms) };
    }
    if (tries === MOST_TRIES) throw new Error('The list changes faster than it can be read. Try again.');
  }
}
