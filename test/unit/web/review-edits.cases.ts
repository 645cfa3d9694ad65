import {
  type Draft,
  Drafts,
  type StoredDrafts,
  collisions,
  followed,
  isComplete,
  withMine,
  withTheirs,
} from '../../../web/review/saving/drafts';
import {
  type Change,
  type SheetTerm,
  acceptedBy,
  editBetween,
  effectivePart,
  sameValues,
  valuesOf,
  withChange,
  withChanges,
} from '../../../web/review/sheet';
import { byId, sheetTerm } from './sheet-terms';
import fc from '../../support/fast-check';
import { type QueuedChange, queued } from '../../../web/review/saving/outbox';
import { MOST_STEPS, pushed, stepOf, undoOf } from '../../../web/review/saving/undo';

describe('drafts', () => {
  /** What a browser keeps, as text. */
  function browser(): StoredDrafts {
    const kept = new Map<string, string>();
    return {
      read: () => [...kept.values()].map((text) => JSON.parse(text) as Draft),
      write: (termId, draft) => {
        if (draft === null) kept.delete(termId);
        else kept.set(termId, JSON.stringify(draft));
      },
    };
  }

  const base = valuesOf(sheetTerm('a'));
  const typed = { termId: 'a', base, values: { ...base, category: 'half ty' } };

  it('drafts are found again by whoever opens the page next, also where another window has some', () => {
    const kept = browser();
    const [one, other] = [new Drafts(kept), new Drafts(kept)];
    one.keep(typed);
    other.keep({ ...typed, termId: 'b' });
    const { all } = new Drafts(kept);
    expect([...all.value.keys()]).toEqual(['a', 'b']);
    expect(all.value.get('a')).toEqual(typed);
  });

  it('says nothing new where another window has written the same', () => {
    const kept = browser();
    const drafts = new Drafts(kept);
    drafts.keep(typed);
    const before = drafts.all.value;
    drafts.reread();
    expect(drafts.all.value).toBe(before);
    new Drafts(kept).keep({ ...typed, termId: 'b' });
    drafts.reread();
    expect([...drafts.all.value.keys()]).toEqual(['a', 'b']);
  });

  it('what changes nothing any more, and what was dropped, is no draft', () => {
    const kept = browser();
    const drafts = new Drafts(kept);
    drafts.keep(typed);
    drafts.keep({ ...typed, values: base });
    drafts.keep({ ...typed, termId: 'b' });
    drafts.drop('b');
    expect(drafts.all.value.size).toBe(0);
    expect(new Drafts(kept).all.value.size).toBe(0);
  });

  it('a draft that was left half-way is not complete', () => {
    expect(isComplete(typed)).toBe(true);
    expect(isComplete({ ...typed, values: { ...base, term: ' ' } })).toBe(false);
    expect(isComplete({ ...typed, values: { ...base, score: NaN } })).toBe(false);
  });
});

describe('edited meanwhile', () => {
  const opened = sheetTerm('a');
  const base = valuesOf(opened);
  const pavel = { by: 'pavel', at: '2026-03-01T10:00:00.000Z' };
  const edit = { translations: { ja: 'theirs' }, category: 'place' };
  const now = withChange(opened, { kind: 'edit', termIds: ['a'], edit }, pavel);
  const typed = {
    termId: 'a',
    base,
    values: { ...base, translations: { ...base.translations, ja: 'mine' } },
  };

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
    const kept = withMine(draft, now, 'ja');
    expect(collisions(kept, now)).toEqual([]);
    expect(kept.base.translations.ja).toBe('theirs');
    expect(editBetween(kept.base, kept.values)).toEqual({ translations: { ja: 'mine' } });
    const taken = withTheirs(draft, now, 'ja');
    expect(editBetween(taken.base, taken.values)).toBeNull();
  });

  it('two who type the same do not collide', () => {
    const same = { ...typed, values: { ...base, translations: { ...base.translations, ja: 'theirs' } } };
    expect(collisions(same, now)).toEqual([]);
    expect(editBetween(followed(same, now).base, followed(same, now).values)).toBeNull();
  });
});

describe('queued changes', () => {
  let made = 0;
  const options = (sending: string | null = null) => ({ sending, newId: () => `id ${++made}` });
  const queue = (changes: readonly Change[]): readonly QueuedChange[] => queued([], changes, options());
  const mark = (termIds: string[], removed = true): Change => ({ kind: 'mark', termIds, removed });
  const edit = (termIds: string[], category: string): Change => ({
    kind: 'edit',
    termIds,
    edit: { category },
  });

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
      kind: 'accept',
      termIds: [id],
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
      kind: 'edit',
      termIds: ['a'],
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
});

describe('undo', () => {
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
        kind: 'edit',
        termIds: ['a', 'b', 'c'],
        edit: { category: 'item' },
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
});
