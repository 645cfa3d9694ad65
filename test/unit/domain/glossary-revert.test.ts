import {
  glossaryChanges,
  isReverted,
  revertStep,
  type TermbaseEntry,
} from '../../../src/domain/review/glossary-changes';
import fc from '../../support/fast-check';

interface Values {
  category: string;
  translations: Record<string, string>;
}

const confirmed = (ours: Values, existing: Values | null) => {
  const [change] = glossaryChanges([{ term: 'Mira', ...ours, existing, compared: true }], []);
  return change ?? { term: 'Mira', kind: 'changed' as const, fields: [] };
};
const entry = ({ category, translations }: Values): TermbaseEntry => ({
  ...{ id: 'term_1', pic: '', category, translations },
});
const ours = { category: 'Hero', translations: { ja: 'ミラ' } };

it('deletes what the release added, as long as nobody touched it', () => {
  const change = confirmed(ours, null);
  expect(revertStep(change, entry(ours))).toMatchObject({ action: 'delete', isChangedSince: false });
  expect(revertStep(change, null)).toMatchObject({ action: 'none', why: 'The termbase no longer has it.' });
  const touched = entry({ ...ours, translations: { ja: 'ミラ', ko: '미라' } });
  const step = revertStep(change, touched);
  expect(step).toMatchObject({ action: 'delete', isChangedSince: true });
  expect(step.fields).toContainEqual({ field: 'ko', before: '', after: '', now: '미라' });
  expect([isReverted(step, false), isReverted(step, true)]).toEqual([false, true]);
  expect(revertStep(change, { ...entry(ours), pic: 'https://x.example/a.png' }).isChangedSince).toBe(true);
});

it('leaves what somebody changed since, and says what it is now', () => {
  const before = { category: 'Villain', translations: { ja: 'みら' } };
  const change = confirmed(ours, before);
  expect(revertStep(change, entry(ours))).toMatchObject({ action: 'update', isChangedSince: false });
  expect(revertStep(change, entry(before))).toMatchObject({ action: 'none' });
  const later = revertStep(change, entry({ ...ours, category: 'Mentor' }));
  expect(later).toMatchObject({ action: 'update', isChangedSince: true });
  expect(later.fields[0]).toEqual({ field: 'category', before: 'Villain', after: 'Hero', now: 'Mentor' });
});

it('reverts nothing of which it is not known what was there', () => {
  const [change] = glossaryChanges([{ term: 'Mira', ...ours, existing: null, compared: false }], []);
  if (change === undefined) throw new Error('no change');
  expect(revertStep(change, entry(ours))).toMatchObject({ action: 'none', isChangedSince: false });
});

const text = fc.constantFrom('', 'a', 'b');
const values = fc.record({
  category: fc.constantFrom('Hero', 'Villain'),
  translations: fc.dictionary(fc.constantFrom('ja', 'ko', 'ar'), text),
});

/** As the service merges: what is left out or empty stays. */
function merged(existing: Values | null, written: Values): Values {
  const given = Object.entries(written.translations).filter(([, value]) => value !== '');
  const had = Object.entries(existing?.translations ?? {}).filter(([, value]) => value !== '');
  return { category: written.category, translations: Object.fromEntries([...had, ...given]) };
}

it('whatever a confirmation did is undone by its revert', () => {
  fc.assert(
    fc.property(values, fc.option(values), (written, existing) => {
      const had = existing && merged(null, existing);
      const after = merged(had, written);
      const change = confirmed(written, had);
      const step = revertStep(change, entry(after));
      expect(step.isChangedSince).toBe(false);
      if (had === null) {
        expect(step.action).toBe('delete');
        return;
      }
      const back = { ...after, translations: { ...after.translations } };
      for (const { field, before } of step.fields) {
        if (field === 'category') back.category = before ?? '';
        else back.translations[field] = before ?? '';
      }
      expect(merged(null, back)).toEqual(had);
    }),
  );
});
