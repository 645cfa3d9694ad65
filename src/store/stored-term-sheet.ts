/**
 * The parts of a review sheet, each stored by its digest. Terms marked as `deleted` here are not on the list.
 *
 * Marks are stored in parts, each naming the one before it: an edit stores only what it changed. A part absorbs earlier
 * parts that are no larger, so the number of parts, and of times that a mark is written again, is logarithmic in the
 * number of marks.
 */
import { createHash } from 'node:crypto';
import {
  type ReviewTerm,
  removals,
  sheetTerms,
  termsAtService,
  type SheetTerm,
  type TermbaseMatch,
  type TermbaseMatches,
  type TermMark,
  type TermMarks,
} from '../domain/review/term-sheet';
import type { TermSheetRef } from '../domain/release/status';
import { byLanguage } from '../localization/task-terms';
import type { ContentStore } from './content-store';
import { partsFrom } from './store-references';

export interface MarkedTerms {
  base: readonly ReviewTerm[];
  marks: TermMarks;
}

/** `deleted`: the term is no longer at the service. */
type StoredMark = TermMark | 'deleted';

/** null: the mark was withdrawn. */
type Entries = ReadonlyMap<string, StoredMark | null>;

export async function readSheet(store: ContentStore, sheet: TermSheetRef): Promise<SheetTerm[]> {
  const { base, marks } = await getMarkedTerms(store, sheet);
  return sheetTerms(base, marks, await getMatches(store, sheet.matches));
}

/** The texts of terms that were deleted at the service since the list was last read. */
export async function deletedTerms(
  store: ContentStore,
  sheet: Pick<TermSheetRef, 'base' | 'marks'>,
): Promise<string[]> {
  const stored = await getMarks(store, sheet.marks);
  if (![...stored.values()].includes('deleted')) return [];
  const list = await getTermList(store, sheet.base);
  return list.filter(({ id }) => stored.get(id) === 'deleted').map(({ term }) => term);
}

export async function getMarkedTerms(
  store: ContentStore,
  sheet: Pick<TermSheetRef, 'base' | 'marks'>,
): Promise<MarkedTerms> {
  const stored = await getMarks(store, sheet.marks);
  const marks = new Map<string, TermMark>();
  for (const [id, mark] of stored) if (mark !== 'deleted') marks.set(id, mark);
  const list = await getTermList(store, sheet.base);
  return { base: list.filter(({ id }) => stored.get(id) !== 'deleted'), marks };
}

/** Stores all marks; the list itself is in the store already, under `base`. */
export async function putMarks(
  store: ContentStore,
  { base, matches }: Pick<TermSheetRef, 'base' | 'matches'>,
  terms: MarkedTerms,
): Promise<TermSheetRef> {
  return sheetRef(terms, { base, matches, marks: await addMarks(store, null, terms.marks) });
}

/** Stores only the changes of a sheet, on top of its earlier marks. */
export async function putChanges(
  store: ContentStore,
  { base, matches, marks, unread }: TermSheetRef,
  { before, now }: { before: MarkedTerms; now: MarkedTerms },
): Promise<TermSheetRef> {
  const changes = new Map<string, StoredMark | null>();
  for (const [id, mark] of now.marks) if (before.marks.get(id) !== mark) changes.set(id, mark);
  for (const id of before.marks.keys()) if (!now.marks.has(id)) changes.set(id, null);
  const left = new Set(now.base.map(({ id }) => id));
  for (const { id } of before.base) if (!left.has(id)) changes.set(id, 'deleted');
  const newest = changes.size === 0 ? marks : await addMarks(store, marks, changes);
  return { ...sheetRef(now, { base, matches, marks: newest }), ...(unread !== undefined && { unread }) };
}

function sheetRef(
  { base: list, marks: all }: MarkedTerms,
  digests: Pick<TermSheetRef, 'base' | 'matches' | 'marks'>,
): TermSheetRef {
  const listDigest = termListDigest(termsAtService(list, all));
  const removed = removals(all);
  // Covers the effect of a confirmation, for which the author, time and order of marks make no difference.
  const digest = digestOf([listDigest, [...removed.keys()].sort()]);
  return { total: list.length, digest, list: listDigest, ...digests, removed: removed.size };
}

export async function getMarks(store: ContentStore, newest: string | null): Promise<Map<string, StoredMark>> {
  const parts: Entries[] = [];
  for await (const part of partsFrom(store, newest)) parts.unshift(entriesOf(part));
  return withoutWithdrawn(new Map(parts.flatMap((entries) => [...entries])));
}

/** Returns the digest of the newest part; null: no mark is left. */
export async function addMarks(
  store: ContentStore,
  newest: string | null,
  changes: Entries,
): Promise<string | null> {
  let earlier = newest;
  let entries = changes;
  for await (const part of partsFrom(store, newest)) {
    const before = entriesOf(part);
    if (before.size > entries.size) break;
    entries = new Map([...before, ...entries]);
    earlier = part.earlier;
  }
  if (earlier === null) entries = withoutWithdrawn(entries);
  // Stored as a list, because an id may be any word, also the name of a special property.
  return entries.size === 0 ? earlier : store.putJson({ earlier, marks: [...entries] });
}

function entriesOf(part: object): Entries {
  return new Map((part as { marks: [string, StoredMark | null][] }).marks);
}

function withoutWithdrawn(entries: Entries): Map<string, StoredMark> {
  const marks = new Map<string, StoredMark>();
  for (const [id, mark] of entries) if (mark !== null) marks.set(id, mark);
  return marks;
}

export function putMatches(store: ContentStore, matches: TermbaseMatches): Promise<string> {
  return store.putJson(
    Array.from(matches, ([text, match]) => [
      text,
      match && { category: match.category, translations: byLanguage(match.translations) },
    ]),
  );
}

/** Old comparisons only have the entries that were found: the other texts have to be compared again. */
export async function getMatches(store: ContentStore, sha256: string | null): Promise<TermbaseMatches> {
  const entries = sha256 === null ? [] : await store.getJson(sha256);
  return new Map(entries as [string, TermbaseMatch | null][]);
}

export function putTermList(store: ContentStore, terms: readonly ReviewTerm[]): Promise<string> {
  return store.putJson(terms);
}

export async function getTermList(store: ContentStore, digest: string): Promise<ReviewTerm[]> {
  return (await store.getJson(digest)) as ReviewTerm[];
}

/** The source and the strings of a term are no part of what is confirmed, so that the digest leaves them out. */
export function termListDigest(terms: readonly ReviewTerm[]): string {
  return digestOf(
    terms.map((term) => ({ ...term, source: undefined, strings: undefined, moreStrings: undefined })),
  );
}

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
