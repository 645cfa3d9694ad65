import {
  editBack,
  editBetween,
  effectivePart,
  sameValues,
  valuesOf,
  withChange,
  withChanges,
  type Change,
} from '../../../web/review/sheet';
import fc from '../../support/fast-check';
import { byId, sheetTerm } from './sheet-terms';

const hand = { by: 'olga', at: '2026-03-01T10:00:00.000Z' };
const edit = (termIds: string[], values: (Change & { kind: 'edit' })['edit']): Change => ({
  kind: 'edit',
  termIds,
  edit: values,
});

describe('a change of the sheet', () => {
  it('keeps what a term was before its first edit through all later ones', () => {
    const first = withChange(sheetTerm('a'), edit(['a'], { category: 'place' }), hand);
    const second = withChange(first, edit(['a'], { translations: { ja: 'other' } }), hand);
    expect(second.edited?.before).toEqual(valuesOf(sheetTerm('a')));
    expect(second).toMatchObject({ category: 'place', translations: { ja: 'other', de: 'a de' } });
  });

  it('leaves no mark on a term that is back at what it was', () => {
    const changed = withChange(sheetTerm('a'), edit(['a'], { category: 'place' }), hand);
    const { steps, ...back } = withChange(changed, edit(['a'], { category: 'item' }), hand);
    expect(back).toEqual(sheetTerm('a'));
    expect(steps?.map(({ set }) => set)).toEqual([{ category: 'place' }, { category: 'item' }]);
  });

  it('marks a term as removed by whom, and restores it', () => {
    const removed = withChange(sheetTerm('a'), { kind: 'mark', termIds: ['a'], removed: true }, hand);
    expect(removed.removed).toEqual(hand);
    expect(withChange(removed, { kind: 'mark', termIds: ['a'], removed: false }, hand).removed).toBeNull();
  });

  it('of one person leaves what another finds good where it does not concern that', () => {
    const [comments, languages] = [[{ ...hand, text: 'why' }], ['ja', 'de']];
    const accept: Change = { kind: 'accept', termIds: ['a'], languages };
    const accepted = withChange(sheetTerm('a', { comments }), accept, { ...hand, by: 'pavel' });
    expect(accepted.accepted).toEqual([{ by: 'pavel', at: hand.at, languages }]);
    const translated = withChange(accepted, edit(['a'], { translations: { ja: 'other' } }), hand);
    expect(translated).toMatchObject({ comments, accepted: [{ by: 'pavel', languages: ['de'] }] });
    expect(withChange(accepted, edit(['a'], { category: 'place' }), hand).accepted).toBeUndefined();
    const removed = withChange(accepted, { kind: 'mark', termIds: ['a'], removed: true }, hand);
    expect(removed.accepted).toBeUndefined();
    expect(withChange(accepted, { ...accept, languages: null }, hand)).toBe(accepted);
  });

  it('does not touch the terms that it does not name', () => {
    const terms = [sheetTerm('a'), sheetTerm('b')];
    const changed = withChanges(terms, [edit(['b'], { score: 1 })], hand);
    expect(changed[0]).toBe(terms[0]);
    expect(changed[1]?.score).toBe(1);
  });

  it('is reduced to the terms that it would change', () => {
    const terms = byId([sheetTerm('a', { category: 'place' }), sheetTerm('b')]);
    expect(effectivePart(terms, edit(['a', 'b', 'gone'], { category: 'place' }), 'olga')?.termIds).toEqual([
      'b',
    ]);
    expect(effectivePart(terms, edit(['a'], { category: 'place' }), 'olga')).toBeNull();
  });
});

describe('an edit', () => {
  it('holds only the fields that the draft changed', () => {
    const before = valuesOf(sheetTerm('a'));
    const draft = {
      ...before,
      term: ' term a ',
      note: 'why',
      translations: { ...before.translations, ko: '' },
    };
    expect(editBetween(before, draft)).toEqual({ note: 'why' });
    expect(editBetween(before, before)).toBeNull();
  });

  it('brings any draft about', () => {
    const text = fc.string({ maxLength: 8 });
    const values = fc.record({
      term: text.filter((term) => term !== '' && term === term.trim()),
      category: text.filter((category) => category === category.trim()),
      score: fc.integer({ min: 0, max: 10 }),
      note: text,
      translations: fc.record({ ja: text, ar: text }),
    });
    fc.assert(
      fc.property(values, values, (before, draft) => {
        const change = editBetween(before, draft);
        const term = sheetTerm('a', before);
        const after = change === null ? term : withChange(term, edit(['a'], change), hand);
        expect(sameValues(after, draft)).toBe(true);
      }),
    );
  });

  it('that takes all edits back removes a translation that was added', () => {
    const term = withChange(sheetTerm('a'), edit(['a'], { translations: { ko: 'new' }, score: 2 }), hand);
    const back = editBack(term);
    expect(back).toEqual({ translations: { ko: '' }, score: 7 });
    expect(withChange(term, edit(['a'], back ?? {}), hand).edited).toBeNull();
  });
});
