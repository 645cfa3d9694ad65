/** The parts of a review sheet, each stored by its digest. Terms marked as `deleted` here are not on the list. */
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
import type { ContentStore } from './content-store';
import { addMarks, getMarks, type StoredMark } from './mark-parts';
import { createHash } from 'node:crypto';

export interface MarkedTerms {
  base: readonly ReviewTerm[];
  marks: TermMarks;
}

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
  const part = unread === undefined ? {} : { unread };
  return { ...sheetRef(now, { base, matches, marks: newest }), ...part };
}

function sheetRef(
  { base: list, marks: all }: MarkedTerms,
  digests: Pick<TermSheetRef, 'base' | 'matches' | 'marks'>,
): TermSheetRef {
  const listDigest = termListDigest(termsAtService(list, all));
  const removed = removals(all);
  const digest = confirmedDigest(listDigest, removed.keys());
  return { total: list.length, digest, list: listDigest, ...digests, removed: removed.size };
}

/** Translations are sorted, so that another order of the service's reply gives the same digest. */
export function putMatches(store: ContentStore, matches: TermbaseMatches): Promise<string> {
  const ordered = [...matches].map(([text, match]): [string, TermbaseMatch | null] => [
    text,
    match && { category: match.category, translations: inOrder(match.translations) },
  ]);
  return putEntries(store, new Map(ordered));
}

/** Old comparisons only have the entries that were found: the other texts have to be compared again. */
export async function getMatches(store: ContentStore, sha256: string | null): Promise<TermbaseMatches> {
  return new Map((await getEntries(store, sha256)) as [string, TermbaseMatch | null][]);
}

function inOrder(translations: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(translations).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Stored as a list, because an id or a text may be any word, also the name of a special property. */
async function putEntries(store: ContentStore, entries: ReadonlyMap<string, unknown>): Promise<string> {
  const { sha256 } = await store.put(JSON.stringify([...entries]));
  return sha256;
}

async function getEntries(store: ContentStore, sha256: string | null): Promise<unknown> {
  return sha256 === null ? [] : JSON.parse((await store.get(sha256)).toString('utf8'));
}

export async function putTermList(store: ContentStore, terms: readonly ReviewTerm[]): Promise<string> {
  const { sha256 } = await store.put(JSON.stringify(terms));
  return sha256;
}

export async function getTermList(store: ContentStore, digest: string): Promise<ReviewTerm[]> {
  return JSON.parse((await store.get(digest)).toString('utf8')) as ReviewTerm[];
}

/** The source and the strings of a term are no part of what is confirmed, so that the digest leaves them out. */
export function termListDigest(terms: readonly ReviewTerm[]): string {
  return digestOf(
    terms.map((term) => ({ ...term, source: undefined, strings: undefined, moreStrings: undefined })),
  );
}

/**
 * The digest covers the effect of a confirmation: the list, and the terms marked for deletion. The author, time and
 * order of marks make no difference to it.
 */
function confirmedDigest(list: string, removedIds: Iterable<string>): string {
  return digestOf([list, [...removedIds].sort()]);
}

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
