import { collisions, followed, keepingMine, takingTheirs } from '../../../web/review/saving/drafts';
import { editBetween, valuesOf, withChange } from '../../../web/review/sheet';
import { sheetTerm } from './sheet-terms';

const opened = sheetTerm('a');
const base = valuesOf(opened);
const pavel = { by: 'pavel', at: '2026-03-01T10:00:00.000Z' };
const edit = { translations: { ja: 'theirs' }, category: 'place' };
const now = withChange(opened, { kind: 'edit', termIds: ['a'], edit }, pavel);
const typed = { termId: 'a', base, values: { ...base, translations: { ...base.translations, ja: 'mine' } } };

it('a field that was typed into collides with what another saved of it, and names them', () => {
  expect(collisions(typed, opened)).toEqual([]);
  expect(collisions(typed, now)).toEqual([{ field: 'ja', theirs: 'theirs', by: 'pavel' }]);
});

it('what changed at the service itself is by nobody here', () => {
  expect(collisions(typed, { ...now, steps: [] })).toMatchObject([{ by: null }]);
});

it('a field that nobody typed into shows what was saved, and is not saved again', () => {
  const draft = followed(typed, now);
  expect(draft.values).toMatchObject({ category: 'place', translations: { ja: 'mine', de: 'a de' } });
  expect(editBetween(draft.base, draft.values)).toEqual({ translations: { ja: 'mine' } });
  expect(draft.base.translations.ja).toBe('a ja');
});

it('whoever keeps theirs replaces what the other saved, and whoever takes the other has nothing to save', () => {
  const draft = followed(typed, now);
  const kept = keepingMine(draft, now, 'ja');
  expect(collisions(kept, now)).toEqual([]);
  expect(kept.base.translations.ja).toBe('theirs');
  expect(editBetween(kept.base, kept.values)).toEqual({ translations: { ja: 'mine' } });
  const taken = takingTheirs(draft, now, 'ja');
  expect(editBetween(taken.base, taken.values)).toBeNull();
});

it('two who type the same do not collide', () => {
  const same = { ...typed, values: { ...base, translations: { ...base.translations, ja: 'theirs' } } };
  expect(collisions(same, now)).toEqual([]);
  expect(editBetween(followed(same, now).base, followed(same, now).values)).toBeNull();
});
