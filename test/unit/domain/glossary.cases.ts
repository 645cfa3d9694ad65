import {
  type TermbaseEntry,
  glossaryChanges,
  glossaryCounts,
  isAbout,
  isReverted,
  revertStep,
} from '../../../src/domain/review/glossary-changes';
import fc from '../../support/fast-check';

describe('glossary changes', () => {
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
});

describe('glossary revert', () => {
  interface Values {
    category: string;
    translations: Record<string, string>;
  }

  const confirmed = (ours: Values, existing: Values | null) => {
    const [change] = glossaryChanges([{ term: 'Mira', ...ours, existing, compared: true }], []);
    return change ?? { term: 'Mira', kind: 'changed' as const, fields: [] };
  };
  const entry = ({ category, translations }: Values): TermbaseEntry => ({
    id: 'term_1',
    pic: '',
    category,
    translations,
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
});
