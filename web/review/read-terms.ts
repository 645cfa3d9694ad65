/** The whole list, page by page, all of one revision. */
import type { TermsPage } from '../../src/protocol/console-api';
import { words } from '../messages/words';
import type { SheetTerm } from './sheet';

/** More than a screen has, and soon there on a slow line. */
const FIRST_PAGE = 100;
const PAGE = 1000;
const MOST_TRIES = 5;
/** The gateway bounds what one operator asks for at once. */
const AT_A_TIME = 6;

export interface TermList extends Omit<TermsPage, 'terms'> {
  terms: readonly SheetTerm[];
}

/** `first` hears of the first page, so that a long list can be looked at while the rest comes. */
export async function readTerms(
  readPage: (page: { offset: number; limit: number }) => Promise<TermsPage>,
  first: (list: TermList) => void = () => undefined,
): Promise<TermList> {
  for (let tries = 1; ; tries += 1) {
    const list = await readPage({ offset: 0, limit: FIRST_PAGE });
    first(list);
    const offsets: number[] = [];
    for (let offset = FIRST_PAGE; offset < list.total; offset += PAGE) offsets.push(offset);
    const rest: TermsPage[] = [];
    while (rest.length < offsets.length) {
      const next = offsets.slice(rest.length, rest.length + AT_A_TIME);
      rest.push(...(await Promise.all(next.map((offset) => readPage({ offset, limit: PAGE })))));
    }
    if (rest.every(({ revision }) => revision === list.revision)) {
      return { ...list, terms: [list, ...rest].flatMap((page) => page.terms) };
    }
    if (tries === MOST_TRIES) throw new Error(words.review.listChangesTooFast);
  }
}
