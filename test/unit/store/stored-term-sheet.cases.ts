import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  markEdited,
  markRemoved,
  removals,
  termsAtService,
  type Author,
  type ReviewTerm,
  type TermMark,
  type TermMarks,
} from '../../../src/domain/review/term-sheet';
import type { TermSheetRef } from '../../../src/domain/release/status';
import type { ContentStore, StoredContent } from '../../../src/store/content-store';
import {
  addMarks,
  getMarks,
  getMarkedTerms,
  putChanges,
  putMarks,
  putTermList,
  type MarkedTerms,
} from '../../../src/store/stored-term-sheet';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { DirectoryStore } from '../../support/directory-store';

const hand = { by: 'olga', at: '2026-03-01T10:00:00.000Z' };
const languages = ['de', 'es', 'fr', 'ja', 'ko', 'zh-cn'];

const scratch = useScratch();
let store: ContentStore;
beforeEach(() => {
  store = new DirectoryStore(scratch.path());
});

function termsOf(count: number): ReviewTerm[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `tt_${n}`,
    term: `Keeper of the ${n}th gate`,
    context: `Nobody knows where the Keeper of the ${n}th gate sleeps.`,
    category: 'Character',
    score: 7,
    note: 'A name that occurs more than once.',
    translations: Object.fromEntries(languages.map((language) => [language, `Keeper ${n} in ${language}`])),
  }));
}

async function opened(count: number): Promise<{ sheet: TermSheetRef; terms: MarkedTerms }> {
  const base = termsOf(count);
  const terms = { base, marks: new Map<string, TermMark>() };
  const sheet = await putMarks(store, { base: await putTermList(store, base), matches: null }, terms);
  return { sheet, terms };
}

function edited(terms: MarkedTerms, id: string, category: string): MarkedTerms {
  const term = terms.base.find((one) => one.id === id);
  if (term === undefined) throw new Error(`no term ${id}`);
  return {
    ...terms,
    marks: markEdited(terms.marks, terms.base, new Map([[id, { ...term, category }]]), hand),
  };
}

/** A thousand times to a disk takes a minute: what counts here is how much would get there. */
class CountingStore extends DirectoryStore {
  readonly kept = new Map<string, Buffer>();
  reads = 0;

  override put(content: string): Promise<StoredContent> {
    const bytes = Buffer.from(content);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.kept.set(sha256, bytes);
    return Promise.resolve({ sha256, bytes: bytes.length });
  }

  override get(sha256: string): Promise<Buffer> {
    this.reads += 1;
    return Promise.resolve(this.kept.get(sha256) ?? Buffer.alloc(0));
  }

  get bytes(): number {
    return [...this.kept.values()].reduce((sum, { length }) => sum + length, 0);
  }
}

it('keeps of an edit what it changed: a thousand of them cost a few megabytes, however long the list is', async () => {
  const counting = new CountingStore(scratch.path());
  const base = termsOf(5000);
  const all = new Map<string, TermMark>();
  let newest: string | null = null;
  for (const term of base.filter((_, n) => n % 5 === 0)) {
    const now = new Map([[term.id, { ...term, category: 'Mentor' }]]);
    const changes = markEdited(new Map(), [term], now, hand);
    for (const [id, mark] of changes) all.set(id, mark);
    newest = await addMarks(counting, newest, changes);
  }
  expect(all.size).toBe(1000);
  expect(counting.bytes).toBeLessThan(6_000_000);
  counting.reads = 0;
  expect(await getMarks(counting, newest)).toEqual(all);
  expect(counting.reads).toBeLessThan(10);
});

it('keeps what was taken back and deleted out of the sheet', async () => {
  const { sheet: first, terms } = await opened(6);
  const all = edited(edited(terms, 'tt_1', 'Mentor'), 'tt_2', 'Villain');
  const second = await putChanges(store, first, { before: terms, now: all });
  const marked = { ...all, marks: markRemoved(all.marks, ['tt_3'], hand) };
  const third = await putChanges(store, second, { before: all, now: marked });
  const less: MarkedTerms = {
    base: marked.base.filter(({ id }) => id !== 'tt_2'),
    marks: new Map([...marked.marks].filter(([id]) => id !== 'tt_2')),
  };
  const fourth = await putChanges(store, third, { before: marked, now: less });
  expect(fourth).toMatchObject({ base: first.base, total: 5, removed: 1 });
  expect(await getMarkedTerms(store, fourth)).toEqual(less);

  const restored = { ...less, marks: markRemoved(less.marks, ['tt_3'], null) };
  const fifth = await putChanges(store, fourth, { before: less, now: restored });
  expect(await getMarkedTerms(store, fifth)).toEqual(restored);
  expect(await getMarkedTerms(store, third)).toEqual(marked);
});

it('has no marks left where all of them were taken back', async () => {
  const { sheet, terms } = await opened(3);
  const marked = { ...terms, marks: markRemoved(terms.marks, ['tt_0', 'tt_1'], hand) };
  const second = await putChanges(store, sheet, { before: terms, now: marked });
  expect(await putChanges(store, second, { before: marked, now: terms })).toEqual(sheet);
});

describe('the digest to which a confirmation is bound', () => {
  interface Deed {
    ids: string[];
    hand: Author;
    does: string;
  }

  const base = termsOf(4).map((term, n) => (n === 3 ? { ...term, id: '__proto__' } : term));
  const ids = fc.subarray(
    base.map(({ id }) => id),
    { minLength: 1 },
  );
  const hands = fc.constantFrom(hand, { by: 'ivan', at: '2026-03-01T11:00:00.000Z' });
  const deeds = fc.array(
    fc.record({ ids, hand: hands, does: fc.constantFrom('remove', 'restore', 'Character', 'Mentor') }),
    { maxLength: 6 },
  );

  function after(marks: TermMarks, { ids: some, hand: by, does }: Deed): TermMarks {
    if (does === 'remove' || does === 'restore')
      return markRemoved(marks, some, does === 'remove' ? by : null);
    const now = base.filter(({ id }) => some.includes(id)).map((term) => ({ ...term, category: does }));
    return markEdited(marks, base, new Map(now.map((term) => [term.id, term])), by);
  }

  /** As the calls of a review leave it, each on top of the one before. */
  async function reviewed(done: readonly Deed[]) {
    const kept = new CountingStore(scratch.path());
    let terms: MarkedTerms = { base, marks: new Map() };
    let sheet = await putMarks(kept, { base: await putTermList(kept, base), matches: null }, terms);
    for (const deed of done) {
      const now = { base, marks: after(terms.marks, deed) };
      sheet = await putChanges(kept, sheet, { before: terms, now });
      terms = now;
    }
    const { marks } = terms;
    return { sheet, list: termsAtService(base, marks), removed: new Set(removals(marks).keys()) };
  }

  it('is the same where list and marks are the same, whoever made them so, and another one where they are not', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, deeds, async (one, other) => {
        const [a, b] = [await reviewed(one), await reviewed(other)];
        const sameList = isDeepStrictEqual(a.list, b.list);
        expect(a.sheet.list === b.sheet.list).toBe(sameList);
        expect(a.sheet.digest === b.sheet.digest).toBe(sameList && isDeepStrictEqual(a.removed, b.removed));
      }),
    );
  });

  it('changes with every mark, and comes back with what was restored', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, ids, hands, async (done, some, by) => {
        const before = await reviewed(done);
        const unmarked = some.filter((id) => !before.removed.has(id));
        fc.pre(unmarked.length > 0);
        const remove = { ids: unmarked, hand: by, does: 'remove' };
        const marked = await reviewed([...done, remove]);
        expect(marked.sheet.digest).not.toBe(before.sheet.digest);
        expect(marked.sheet.list).toBe(before.sheet.list);
        const restored = await reviewed([...done, remove, { ...remove, does: 'restore' }]);
        expect(restored.sheet.digest).toBe(before.sheet.digest);
      }),
    );
  });
});
