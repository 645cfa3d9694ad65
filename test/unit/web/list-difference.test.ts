import { isSame, othersChanges, upstreamDifference } from '../../../web/review/saving/differences';
import { valuesOf, withChange } from '../../../web/review/sheet';
import { sheetTerm } from './sheet-terms';

const hand = (by: string, at = '2026-03-01T10:00:00.000Z') => ({ by, at });

describe('the difference of two lists', () => {
  it('names what came, what went and what changed', () => {
    const before = [sheetTerm('stays'), sheetTerm('goes'), sheetTerm('changes')];
    const now = [sheetTerm('stays'), sheetTerm('changes', { score: 2 }), sheetTerm('comes')];
    expect(upstreamDifference(before, now)).toEqual({
      added: [sheetTerm('comes')],
      gone: [sheetTerm('goes')],
      changed: [
        {
          id: 'changes',
          before: valuesOf(sheetTerm('changes')),
          now: { ...valuesOf(sheetTerm('changes')), score: 2 },
        },
      ],
    });
  });

  it('leaves out what operators have done', () => {
    const [a, b] = [sheetTerm('a'), sheetTerm('b')] as const;
    const edit = { kind: 'edit' as const, termIds: ['a'], edit: { category: 'place' } };
    const mark = { kind: 'mark' as const, termIds: ['b'], removed: true };
    const now = [withChange(a, edit, hand('pavel')), withChange(b, mark, hand('pavel'))];
    expect(isSame(upstreamDifference([a, b], now))).toBe(true);
  });
});

describe("other operators' changes", () => {
  const [a, b, c] = [sheetTerm('a'), sheetTerm('b'), sheetTerm('c', { removed: hand('pavel') })] as const;

  it('are told with their names, and mine are not', () => {
    const now = [
      withChange(a, { kind: 'edit', termIds: ['a'], edit: { score: 1 } }, hand('pavel')),
      withChange(b, { kind: 'mark', termIds: ['b'], removed: true }, hand('olga')),
      c,
    ];
    expect(othersChanges([a, b, c], now, 'olga')).toEqual({ ids: ['a'], by: ['pavel'] });
  });

  it('are restored terms too', () => {
    expect(othersChanges([c], [sheetTerm('c')], 'olga')).toEqual({ ids: ['c'], by: ['pavel'] });
  });
});
