/** The parts of a review sheet, each by the digest of its content. */
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
} from '../domain/term-sheet';
import type { TermSheetRef } from '../domain/status';
import type { ContentStore } from './content-store';
import { createHash } from 'node:crypto';

/** The terms as operators change them. */
export interface MarkedTerms {
  base: readonly ReviewTerm[];
  marks: TermMarks;
}

/** The terms as an operator sees them. */
export async function readSheet(store: ContentStore, sheet: TermSheetRef): Promise<SheetTerm[]> {
  const { base, marks } = await getMarkedTerms(store, sheet);
  const matches = (await getEntries(store, sheet.matches)) as [string, TermbaseMatch][];
  return sheetTerms(base, marks, new Map(matches));
}

export async function getMarkedTerms(
  store: ContentStore,
  sheet: Pick<TermSheetRef, 'base' | 'marks'>,
): Promise<MarkedTerms> {
  const marks = (await getEntries(store, sheet.marks)) as [string, TermMark][];
  return { base: await getTermList(store, sheet.base), marks: new Map(marks) };
}

/** The list itself is kept already, under `base`. */
export async function putMarks(
  store: ContentStore,
  { base, matches }: Pick<TermSheetRef, 'base' | 'matches'>,
  terms: MarkedTerms,
): Promise<TermSheetRef> {
  return {
    total: terms.base.length,
    digest: termListDigest(termsAtService(terms.base, terms.marks)),
    base,
    marks: terms.marks.size === 0 ? null : await putEntries(store, terms.marks),
    removed: removals(terms.marks).size,
    matches,
  };
}

export function putMatches(store: ContentStore, matches: TermbaseMatches): Promise<string> {
  return putEntries(store, matches);
}

/** As a list: an id or a text may be any word, also one that has a meaning as the name of a property. */
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

/** Of what is confirmed: who translated a term is none of it. */
export function termListDigest(terms: readonly ReviewTerm[]): string {
  const content = terms.map((term) => ({ ...term, source: undefined }));
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
