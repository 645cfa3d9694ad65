import { filterCounts, filtered, othersProgress, type FilterName } from '../../../web/review/list/filters';
import { sheetTerm } from './sheet-terms';

const facts = {
  me: 'olga',
  languages: ['ja', 'de'],
  reviewed: ['ja'],
};
const hand = { by: 'olga', at: '2026-03-01T10:00:00.000Z' };
const good = (...languages: string[]) => ({ accepted: [{ ...hand, languages }] });
const same = { category: 'item', translations: { ja: 'x ja' } };

const terms = [
  sheetTerm('new'),
  sheetTerm('same', { ...good('ja', 'de'), existing: { ...same, translations: { ja: 'same ja' } } }),
  sheetTerm('other', { existing: { category: 'item', translations: { ja: 'differs', fr: 'no target' } } }),
  sheetTerm('category', { existing: { category: 'place', translations: {} } }),
  sheetTerm('low', { existing: same, translations: { ja: 'x ja', de: 'x' }, score: 4.9, ...good('ja') }),
  sheetTerm('missing', { existing: same, translations: { ja: 'x ja', de: '  ' } }),
  sheetTerm('mine', { existing: same, translations: { ja: 'x ja', de: 'x' }, removed: hand }),
  sheetTerm('theirs', {
    existing: same,
    translations: { ja: 'x ja', de: 'x' },
    removed: { ...hand, by: 'pavel' },
    ...good('de'),
  }),
];
const idsOf = (filters: FilterName[], text = '', among = terms): string[] =>
  filtered(among, { filters: new Set(filters), text }, facts).map(({ id }) => id);

it.each([
  ['open', ['new', 'other', 'category', 'missing', 'theirs']],
  ['new', ['new']],
  ['conflict', ['other', 'category']],
  ['low', ['low']],
  ['missing', ['missing']],
  ['mine', ['mine']],
  ['removed', ['mine', 'theirs']],
] as const)('shows the terms that are %s', (name, ids) => {
  expect(idsOf([name])).toEqual(ids);
  expect(filterCounts(terms, facts)[name]).toBe(ids.length);
});

it('counts what each of the others has decided on, once for each term', () => {
  const pavel = { ...hand, by: 'pavel' };
  const reviewed = [
    sheetTerm('a', { accepted: [{ ...pavel, languages: ['ja'] }], removed: pavel }),
    sheetTerm('b', { accepted: [{ ...hand, languages: ['ja'] }] }),
    sheetTerm('c', { removed: { ...hand, by: 'mira' } }),
    sheetTerm('d', { removed: pavel }),
  ];
  expect(othersProgress(reviewed, 'olga')).toEqual([
    { name: 'pavel', done: 2 },
    { name: 'mira', done: 1 },
  ]);
});

it('calls nothing new before it was compared with the termbase', () => {
  expect(idsOf(['new'], '', [sheetTerm('new', { compared: false })])).toEqual([]);
});

it('shows what passes every filter', () => {
  expect(idsOf(['mine', 'removed'])).toEqual(['mine']);
});

it('finds every word of a text anywhere in a term, in any case', () => {
  expect(idsOf([], 'DIFFERS')).toEqual([]);
  expect(idsOf([], 'TERM missing')).toEqual(['missing']);
  expect(idsOf([], 'new ja')).toEqual(['new']);
});

it('finds a term by the key of a string in which it occurs', () => {
  const used = sheetTerm('used', { strings: [{ id: 'menu.start' }] });
  expect(idsOf([], 'menu.START', [...terms, used])).toEqual(['used']);
});

it('gives the same list back when nothing is asked for', () => {
  expect(filtered(terms, { filters: new Set(), text: ' ' }, facts)).toBe(terms);
});
