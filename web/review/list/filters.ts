/** Which terms an operator wants to see, and in which order. */
import { conflicts } from '../../../src/domain/review/termbase-conflicts';
import { acceptedBy, type SheetTerm } from '../sheet';

export const LOW_SCORE = 5;

export const filterNames = ['open', 'new', 'conflict', 'low', 'missing', 'mine', 'removed'] as const;
export type FilterName = (typeof filterNames)[number];

export interface SheetFacts {
  me: string;
  languages: readonly string[];
  /** Those of them that the operator reviews. */
  reviewed: readonly string[];
}

/** Whether the operator has found it good as it is now, in all languages that they review. */
export function isAccepted(term: SheetTerm, { me, reviewed }: Pick<SheetFacts, 'me' | 'reviewed'>): boolean {
  const languages = acceptedBy(term, me);
  return languages !== null && reviewed.every((language) => languages.includes(language));
}

/** Whether the operator has decided on it: found it good, changed it or wants it out. */
export const isReviewed = (term: SheetTerm, facts: Pick<SheetFacts, 'me' | 'reviewed'>): boolean =>
  isChangedBy(term, facts.me) || isAccepted(term, facts);

/** How many of the terms each of the others has decided on, who has most of them first. */
export function othersProgress(terms: readonly SheetTerm[], me: string): { name: string; done: number }[] {
  const done = new Map<string, number>();
  for (const { edited, removed, accepted = [] } of terms) {
    const hands = [edited, removed, ...accepted].flatMap((hand) => hand?.by ?? []);
    for (const name of new Set(hands)) done.set(name, (done.get(name) ?? 0) + 1);
  }
  done.delete(me);
  return [...done]
    .map(([name, count]) => ({ name, done: count }))
    .sort((one, other) => other.done - one.done);
}

const isChangedBy = ({ edited, removed }: SheetTerm, who: string): boolean =>
  edited?.by === who || removed?.by === who;

function missingLanguages(term: SheetTerm, languages: readonly string[]): string[] {
  return languages.filter((language) => (term.translations[language] ?? '').trim() === '');
}

function passes(term: SheetTerm, filter: FilterName, facts: SheetFacts): boolean {
  switch (filter) {
    case 'open':
      return !isReviewed(term, facts);
    case 'new':
      return term.compared && term.existing === null;
    case 'conflict':
      return conflicts(term).length > 0;
    case 'low':
      return term.score < LOW_SCORE;
    case 'missing':
      return missingLanguages(term, facts.languages).length > 0;
    case 'mine':
      return isChangedBy(term, facts.me);
    case 'removed':
      return term.removed !== null;
  }
}

export function filterCounts(terms: readonly SheetTerm[], facts: SheetFacts): Record<FilterName, number> {
  const counts: Record<FilterName, number> = {
    open: 0,
    new: 0,
    conflict: 0,
    low: 0,
    missing: 0,
    mine: 0,
    removed: 0,
  };
  for (const term of terms) {
    for (const name of filterNames) if (passes(term, name, facts)) counts[name] += 1;
  }
  return counts;
}

/** Terms that pass every filter and hold every word of the text, wherever in them. */
export function filtered(
  terms: readonly SheetTerm[],
  { filters, text }: { filters: ReadonlySet<FilterName>; text: string },
  facts: SheetFacts,
): readonly SheetTerm[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (filters.size === 0 && words.length === 0) return terms;
  return terms.filter((term) => {
    for (const filter of filters) if (!passes(term, filter, facts)) return false;
    if (words.length === 0) return true;
    const all = searchText(term);
    return words.every((word) => all.includes(word));
  });
}

const searchText = ({ term, context, category, note, translations, strings = [] }: SheetTerm): string =>
  [term, category, note, context, ...Object.values(translations), ...strings.map(({ id }) => id)]
    .join('\n')
    .toLowerCase();

/** What can be sorted by. */
export interface SortColumn {
  name: string;
  sortBy?: (term: SheetTerm) => string | number;
}

export interface Sorting {
  /** The name of a column. */
  by: string;
  descending: boolean;
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** By the column; terms that are the same there stay in the order of the list. null: all do. */
export function sorted(
  terms: readonly SheetTerm[],
  sorting: Sorting | null,
  columns: readonly SortColumn[],
): readonly SheetTerm[] {
  const sortBy = columns.find(({ name }) => name === sorting?.by)?.sortBy;
  if (sorting === null || sortBy === undefined) return terms;
  const sign = sorting.descending ? -1 : 1;
  return [...terms].sort((one, other) => sign * compared(sortBy(one), sortBy(other)));
}

function compared(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return words.compare(String(one), String(other));
}

/** Up, down, and back to the order of the list. */
export function nextSorting(sorting: Sorting | null, by: string): Sorting | null {
  if (sorting?.by !== by) return { by, descending: false };
  return sorting.descending ? null : { by, descending: true };
}

/** `score`, or `-score` for the largest first; nothing for the order of the list. */
export const sortingText = (sorting: Sorting | null): string =>
  sorting === null ? '' : `${sorting.descending ? '-' : ''}${sorting.by}`;

export function sortingOf(text: string): Sorting | null {
  const descending = text.startsWith('-');
  const by = descending ? text.slice(1) : text;
  return by === '' ? null : { by, descending };
}
