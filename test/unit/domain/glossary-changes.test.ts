import { glossaryChanges, glossaryCounts, isAbout } from '../../../src/domain/review/glossary-changes';

const term = (text: string, more: object = {}) => ({
  term: text,
  category: 'Character',
  translations: { ja: 'ミラ' } as Record<string, string>,
  existing: null,
  compared: true,
  ...more,
});

it('tells what a confirmation added, changed, and did nobody knows what to', () => {
  const changes = glossaryChanges(
    [
      term('Mira'),
      term('Keep', { existing: { category: 'Location', translations: { ja: 'ミラ', ko: '요새' } } }),
      term('Same', { existing: { category: 'Character', translations: { ja: 'ミラ' } } }),
      term('Lost', { compared: false }),
    ],
    ['Dawn'],
  );
  expect(changes).toEqual([
    {
      term: 'Mira',
      kind: 'added',
      fields: [
        { field: 'category', before: '', after: 'Character' },
        { field: 'ja', before: '', after: 'ミラ' },
      ],
    },
    {
      term: 'Keep',
      kind: 'changed',
      fields: [{ field: 'category', before: 'Location', after: 'Character' }],
    },
    {
      term: 'Lost',
      kind: 'unknown',
      fields: [
        { field: 'category', before: null, after: 'Character' },
        { field: 'ja', before: null, after: 'ミラ' },
      ],
    },
    { term: 'Dawn', kind: 'left out', fields: [] },
  ]);
  expect(glossaryCounts(changes)).toEqual({ added: 1, changed: 1, unknown: 1, 'left out': 1 });
});

it('a language that only the termbase has, or an empty translation, is no change', () => {
  const existing = { category: 'Character', translations: { ko: '미라' } };
  expect(glossaryChanges([term('Mira', { existing, translations: { ja: '' } })], [])).toEqual([]);
});

it('is found by its text and by every value that it had or has, in any case', () => {
  const [change] = glossaryChanges(
    [term('Mira', { existing: { category: 'Hero', translations: { ja: 'みら' } } })],
    [],
  );
  const found = (search: string) => change !== undefined && isAbout(change, search);
  expect(['mIR', 'hero', 'みら', 'ミラ', 'keep'].map(found)).toEqual([true, true, true, true, false]);
});

it('a term called like a property of every object has no value of it', () => {
  const existing = { category: 'Character', translations: {} };
  const translations = { constructor: 'text' };
  expect(glossaryChanges([term('Mira', { existing, translations })], [])).toMatchObject([
    { fields: [{ field: 'constructor', before: '', after: 'text' }] },
  ]);
});
