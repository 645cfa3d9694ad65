import { ALL_TRANSLATIONS, replacements, replacingChanges } from '../../../web/review/replacing';
import { sheetTerm } from './sheet-terms';

const terms = [
  sheetTerm('a', { translations: { ja: 'x (1) x', de: 'X (1)' } }),
  sheetTerm('b', { translations: { ja: 'x (1) x' } }),
  sheetTerm('gone', { translations: { ja: 'x' }, removed: { by: 'olga', at: '2026-03-01T10:00:00.000Z' } }),
];
const wanted = { find: 'x', replacement: '$&', field: ALL_TRANSLATIONS, matchCase: true };
const textsOf = (more: Partial<typeof wanted>) =>
  replacements(terms, { ...wanted, ...more }).found.map(({ term, changes }) => [
    term.id,
    ...changes.map(({ to }) => to),
  ]);

it('replaces every place, as it stands, and nothing in what is to be deleted', () => {
  expect(textsOf({})).toEqual([
    ['a', '$& (1) $&'],
    ['b', '$& (1) $&'],
  ]);
  expect(textsOf({ find: '(1)', replacement: '' })).toEqual([
    ['a', 'x  x', 'X '],
    ['b', 'x  x'],
  ]);
});

it('looks in one language, in any case, where that is wanted', () => {
  expect(textsOf({ field: 'de' })).toEqual([]);
  expect(textsOf({ field: 'de', matchCase: false, replacement: 'y' })).toEqual([['a', 'y (1)']]);
});

it('never leaves a term without its text', () => {
  const found = (find: string) => textsOf({ field: 'term', find, replacement: '' });
  expect(found('term a')).toEqual([]);
  expect(found('term ')).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ]);
});

it('leaves no space around a term or a category, and touches none where nothing was found', () => {
  const spaced = [sheetTerm('a', { term: 'the app', category: 'item ' })];
  const edits = (more: Partial<typeof wanted>) =>
    replacements(spaced, { ...wanted, ...more }).found.map(({ edit }) => edit);
  expect(edits({ field: 'term', find: 'app', replacement: '' })).toEqual([{ term: 'the' }]);
  expect(edits({ field: 'category', find: 'item', replacement: 'place' })).toEqual([{ category: 'place' }]);
  expect(edits({ field: 'category', find: 'none of it' })).toEqual([]);
});

it('leaves out and counts what would be longer than a release takes', () => {
  const among = [sheetTerm('a', { category: 'x' }), sheetTerm('b', { category: 'xx' })];
  const { found, tooLong } = replacements(among, {
    ...wanted,
    field: 'category',
    replacement: 'y'.repeat(100),
  });
  expect(found.map(({ term }) => term.id)).toEqual(['a']);
  expect(tooLong).toBe(1);
});

it('replaces in all terms in one go: a second one would find what the first has written', () => {
  const many = Array.from({ length: 2000 }, (_, index) => sheetTerm(String(index), { category: 'App' }));
  const { found } = replacements(many, { ...wanted, field: 'category', find: 'App', replacement: 'Apps' });
  expect(found).toHaveLength(2000);
});

it('finds nothing for nothing', () => {
  expect(textsOf({ find: '' })).toEqual([]);
});

it('is one change, whether the terms become the same or not', () => {
  const { found } = replacements(terms, { ...wanted, field: 'ja', replacement: 'y' });
  expect(replacingChanges(found)).toEqual([
    { kind: 'edit', termIds: ['a', 'b'], edit: { translations: { ja: 'y (1) y' } } },
  ]);
  const others = [sheetTerm('a', { category: 'App 1' }), sheetTerm('b', { category: 'App 2' })];
  const different = replacements(others, { ...wanted, field: 'category', find: 'App', replacement: 'Game' });
  expect(replacingChanges(different.found)).toMatchObject([
    { termIds: ['a', 'b'], edits: { a: { category: 'Game 1' }, b: { category: 'Game 2' } } },
  ]);
});
