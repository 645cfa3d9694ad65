/** In which order the terms are shown. */
import type { SheetTerm } from './sheet';

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
