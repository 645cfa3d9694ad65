import { createHash } from 'node:crypto';
import { markEdited, markRemoved, type ReviewTerm, type TermMark } from '../../../src/domain/term-sheet';
import type { TermSheetRef } from '../../../src/domain/status';
import type { ContentStore, StoredContent } from '../../../src/store/content-store';
import { addMarks, getMarks } from '../../../src/store/mark-parts';
import {
  getMarkedTerms,
  putChanges,
  putMarks,
  putTermList,
  type MarkedTerms,
} from '../../../src/store/stored-term-sheet';
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

it('reads the marks of a store from before they were kept in parts, and goes on from there', async () => {
  const { sheet, terms } = await opened(3);
  const old = edited(terms, 'tt_0', 'Mentor');
  const { sha256 } = await store.put(JSON.stringify([...old.marks]));
  const before = await getMarkedTerms(store, { ...sheet, marks: sha256 });
  expect(before).toEqual(old);
  const now = edited(before, 'tt_1', 'Villain');
  const after = await putChanges(store, { ...sheet, marks: sha256 }, { before, now });
  expect(await getMarkedTerms(store, after)).toEqual(now);
});
