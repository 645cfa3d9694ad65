import { acceptedBy, effectivePart, sameValues, withChanges, type Change } from '../../../web/review/sheet';
import { MOST_STEPS, pushed, stepOf, undoOf } from '../../../web/review/saving/undo';
import fc from '../../support/fast-check';
import { byId, sheetTerm } from './sheet-terms';

const hand = { by: 'olga', at: '2026-03-01T10:00:00.000Z' };
const ids = ['a', 'b', 'c'];
const start = [
  sheetTerm('a', { accepted: [{ ...hand, languages: ['de'] }] }),
  sheetTerm('b', { category: 'place', removed: { by: 'pavel', at: hand.at } }),
  sheetTerm('c', { translations: {} }),
];

const termIds = fc.subarray(ids, { minLength: 1 });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('mark' as const), termIds, removed: fc.boolean() }),
  fc.record({
    kind: fc.constant('accept' as const),
    termIds,
    languages: fc.constantFrom(null, ['ja'], ['ja', 'de']),
  }),
  fc.record({
    kind: fc.constant('edit' as const),
    termIds,
    edit: fc.oneof(
      fc.record({ category: fc.constantFrom('item', 'place', 'skill') }),
      fc.record({ translations: fc.record({ ja: fc.constantFrom('', 'x', 'a ja') }) }),
      fc.record({ score: fc.integer({ min: 0, max: 10 }), note: fc.constantFrom('', 'why') }),
    ),
  }),
);

it('takes any sequence of changes back to where it began', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (wanted) => {
      let terms: readonly ReturnType<typeof sheetTerm>[] = start;
      const steps = [];
      for (const one of wanted) {
        const effective = effectivePart(byId(terms), one, hand.by);
        if (effective === null) continue;
        steps.push(stepOf(byId(terms), [effective], hand.by));
        terms = withChanges(terms, [effective], hand);
      }
      for (const step of steps.reverse()) {
        const { changes, left } = undoOf(byId(terms), step, hand.by);
        expect(left).toBe(0);
        terms = withChanges(terms, changes, hand);
      }
      terms.forEach((term, index) => {
        const was = start[index];
        expect(was !== undefined && sameValues(term, was)).toBe(true);
        expect(term.removed === null).toBe(was?.removed === null);
        expect(term.edited).toBeNull();
        expect(acceptedBy(term, hand.by)).toEqual(was && acceptedBy(was, hand.by));
      });
    }),
  );
});

it('leaves alone what somebody else has changed since', () => {
  const did: Change = { kind: 'edit', termIds: ['a', 'c'], edit: { category: 'skill' } };
  const step = stepOf(byId(start), [did], hand.by);
  const mine = withChanges(start, [did], hand);
  const theirs = withChanges(mine, [{ kind: 'edit', termIds: ['a'], edit: { category: 'faction' } }], hand);
  expect(undoOf(byId(theirs), step, hand.by)).toEqual({
    changes: [{ kind: 'edit', termIds: ['c'], edit: { category: 'item' } }],
    left: 1,
  });
});

it('brings terms that were different before back in one change', () => {
  const { back } = stepOf(
    byId(start),
    [{ kind: 'edit', termIds: ids, edit: { category: 'skill' } }],
    hand.by,
  );
  expect(back).toEqual([
    {
      ...{ kind: 'edit', termIds: ['a', 'b', 'c'], edit: { category: 'item' } },
      edits: { a: { category: 'item' }, b: { category: 'place' }, c: { category: 'item' } },
    },
    { kind: 'accept', termIds: ['a'], languages: ['de'] },
  ]);
});

it('forgets the oldest steps first', () => {
  const step = (score: number) => ({
    did: [{ kind: 'edit' as const, termIds: ['a'], edit: { score } }],
    back: [],
  });
  let steps: ReturnType<typeof pushed> = [];
  for (let score = 0; score <= MOST_STEPS; score += 1) steps = pushed(steps, step(score));
  expect(steps).toHaveLength(MOST_STEPS);
  expect(steps[0]).toEqual(step(1));
});
