import type { SheetTerm } from '../../../src/domain/review/term-sheet';
import { conflicts, overwriting, termbaseEdit } from '../../../src/domain/review/termbase-conflicts';

const existing = { category: 'Place', translations: { ja: '塔', fr: 'tour', de: '' } };
const term: Pick<SheetTerm, 'existing' | 'category' | 'translations' | 'removed'> = {
  existing,
  category: 'Item',
  translations: { ja: '水晶の塔', ko: '탑', de: 'Turm' },
  removed: null,
};

it('a conflict is a value that both have, and not the same', () => {
  expect(conflicts(term)).toEqual([
    { language: null, termbase: 'Place', ours: 'Item' },
    { language: 'ja', termbase: '塔', ours: '水晶の塔' },
  ]);
  expect(conflicts({ ...term, category: 'Place', translations: { fr: '' } })).toEqual([]);
  expect(conflicts({ ...term, existing: null })).toEqual([]);
});

it('a term that is to be deleted overwrites nothing', () => {
  const removed = { by: 'olga', at: '2026-03-01T10:00:00.000Z' };
  expect(overwriting([term, { ...term, removed }, { ...term, existing: null }])).toEqual([term]);
});

it('keeping what the termbase has leaves no conflict and touches nothing else', () => {
  const edit = termbaseEdit(term);
  expect(edit).toEqual({ category: 'Place', translations: { ja: '塔' } });
  const kept = { ...term, ...edit, translations: { ...term.translations, ...edit?.translations } };
  expect(conflicts(kept)).toEqual([]);
  expect(termbaseEdit(kept)).toBeNull();
});
