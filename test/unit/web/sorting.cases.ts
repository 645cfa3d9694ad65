import { nextSorting, sorted } from '../../../web/components/table';
import type { SheetTerm } from '../../../web/review/sheet';
import { sheetTerm } from './sheet-terms';

const columns = [
  { name: 'term', sortBy: ({ term }: SheetTerm) => term },
  { name: 'score', sortBy: ({ score }: SheetTerm) => score },
  { name: 'context' },
];
const terms = [
  sheetTerm('1', { term: 'K10', score: 3 }),
  sheetTerm('2', { term: 'k2', score: 10 }),
  sheetTerm('3', { term: 'Älter', score: 3 }),
];
const ids = (text: string) => sorted(terms, text, columns).map(({ id }) => id);

it('sorts words as people do and numbers by their size; equals stay in the order of the list', () => {
  expect(ids('term')).toEqual(['3', '2', '1']);
  expect(ids('score')).toEqual(['1', '3', '2']);
  expect(ids('-score')).toEqual(['2', '1', '3']);
});

it('leaves the list as it is where nothing, or nothing that can be, is asked for', () => {
  for (const text of ['', '-', 'context', 'no-such-column']) expect(sorted(terms, text, columns)).toBe(terms);
});

it('goes up, down and back to the order of the list', () => {
  const up = nextSorting('', 'score');
  const down = nextSorting(up, 'score');
  expect([up, down, nextSorting(down, 'score')]).toEqual(['score', '-score', '']);
  expect(nextSorting(down, 'term')).toBe('term');
});
