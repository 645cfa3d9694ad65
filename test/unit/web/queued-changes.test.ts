import fc from '../../support/fast-check';
import { queued, type QueuedChange } from '../../../web/review/saving/outbox';
import { type Change, type SheetTerm, withChanges } from '../../../web/review/sheet';
import { sheetTerm } from './sheet-terms';

let made = 0;
const options = (sending: string | null = null) => ({ sending, newId: () => `id ${++made}` });
const queue = (changes: readonly Change[]): readonly QueuedChange[] => queued([], changes, options());
const mark = (termIds: string[], removed = true): Change => ({ kind: 'mark', termIds, removed });
const edit = (termIds: string[], category: string): Change => ({ kind: 'edit', termIds, edit: { category } });

it('puts deletions that follow each other into one', () => {
  expect(queue([mark(['a']), mark(['b']), mark(['a'])]).map(({ change }) => change)).toEqual([
    mark(['a', 'b']),
  ]);
});

it('keeps a deletion and its undoing apart', () => {
  expect(queue([mark(['a']), mark(['a'], false)])).toHaveLength(2);
});

it('puts what is found good in the same languages into one', () => {
  const accept = (id: string, languages: string[] | null): Change => ({
    ...{ kind: 'accept', termIds: [id] },
    languages,
  });
  const changes = [accept('a', ['ja']), accept('b', ['ja']), accept('c', ['ja', 'de']), accept('a', null)];
  expect(queue(changes).map(({ change }) => change)).toEqual([
    { kind: 'accept', termIds: ['a', 'b'], languages: ['ja'] },
    ...changes.slice(2),
  ]);
});

it('puts edits of the same term into one', () => {
  const one: Change = { kind: 'edit', termIds: ['a'], edit: { translations: { ja: 'x' }, score: 1 } };
  const other: Change = { kind: 'edit', termIds: ['a'], edit: { translations: { de: 'y' }, score: 2 } };
  const [merged] = queue([one, other]);
  expect(merged?.change).toEqual({
    kind: 'edit',
    termIds: ['a'],
    edit: { translations: { ja: 'x', de: 'y' }, score: 2 },
  });
});

it('has what was seen before the first of the edits that it puts into one', () => {
  const typed = (from: string, to: string): Change => ({
    ...{ kind: 'edit', termIds: ['a'] },
    edit: { translations: { ja: to } },
    base: { translations: { ja: from } },
  });
  expect(queue([typed('x', 'y'), typed('y', 'z')]).map(({ change }) => change)).toEqual([typed('x', 'z')]);
});

it('keeps an edit that has seen the one before it apart, where nobody knows what that one replaces', () => {
  const values = { edit: { category: 'place' }, base: { category: 'person' } };
  const typed: Change = { kind: 'edit', termIds: ['a'], ...values };
  expect(queue([edit(['a'], 'person'), typed])).toHaveLength(2);
});

it('adds nothing to a change that is on its way', () => {
  const sending = queue([mark(['a'])]);
  expect(queued(sending, [mark(['b'])], options(sending[0]?.id))).toHaveLength(2);
});

it('cuts large changes, so that each request is short', () => {
  const ids = Array.from({ length: 120 }, (_, index) => String(index));
  const sizes = queue([edit(ids, 'place')]).map(({ change }) => change.termIds.length);
  expect(sizes).toEqual([100, 20]);
});

it('comes to the same as the changes one by one, whatever they are', () => {
  const ids = ['a', 'b', 'c'];
  const termIds = fc.subarray(ids, { minLength: 1 });
  const change = fc.oneof(
    fc.tuple(termIds, fc.boolean()).map(([some, removed]) => mark(some, removed)),
    fc.tuple(termIds, fc.constantFrom('x', 'y')).map(([some, category]) => edit(some, category)),
    fc.record({
      kind: fc.constant('accept' as const),
      termIds,
      languages: fc.constantFrom(null, ['ja'], ['ja', 'de']),
    }),
  );
  /** Two edits that are sent as one are one step. */
  const withoutSteps = (terms: readonly SheetTerm[]) => terms.map((term) => ({ ...term, steps: [] }));
  const hand = { by: 'olga', at: '' };
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const terms = ids.map((id) => sheetTerm(id));
      const merged = queue(changes).map((entry) => entry.change);
      const [sent, made] = [merged, changes].map((all) => withoutSteps(withChanges(terms, all, hand)));
      expect(sent).toEqual(made);
    }),
  );
});
