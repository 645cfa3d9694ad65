/** The sorting of a table, by its head and by the address. */
import type { ComponentChildren } from 'preact';

export interface Sorting {
  by: string;
  descending: boolean;
}

/** Cycles through ascending, descending, and the order of the list. */
export function nextSorting(sorting: Sorting | null, by: string): Sorting | null {
  if (sorting?.by !== by) return { by, descending: false };
  return sorting.descending ? null : { by, descending: true };
}

/** Returns `score`, or `-score` for descending, or an empty text for the order of the list. */
export const sortingText = (sorting: Sorting | null): string =>
  sorting === null ? '' : `${sorting.descending ? '-' : ''}${sorting.by}`;

export function sortingOf(text: string): Sorting | null {
  const descending = text.startsWith('-');
  const by = descending ? text.slice(1) : text;
  return by === '' ? null : { by, descending };
}

export interface SortColumn<Row> {
  name: string;
  sortBy?: (row: Row) => string | number;
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Rows that are equal in the column stay in the order of the list, as all rows do without a sorting. */
export function sorted<Row>(
  rows: readonly Row[],
  sorting: Sorting | null,
  columns: readonly SortColumn<Row>[],
): readonly Row[] {
  const sortBy = columns.find(({ name }) => name === sorting?.by)?.sortBy;
  if (sorting === null || sortBy === undefined) return rows;
  const sign = sorting.descending ? -1 : 1;
  return [...rows].sort((one, other) => sign * compared(sortBy(one), sortBy(other)));
}

function compared(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return words.compare(String(one), String(other));
}

export function SortHead({
  name,
  title,
  sorting,
  onSort,
  children,
}: {
  name: string;
  title: string;
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
  children: ComponentChildren;
}) {
  const sign = sorting?.by !== name ? null : sorting.descending ? 'descending' : 'ascending';
  return (
    <th role="columnheader" scope="col" class={`head-${name}`} aria-sort={sign ?? 'none'}>
      <button
        type="button"
        class="sort"
        title={`Sort by ${title}`}
        onClick={() => onSort(nextSorting(sorting, name))}
      >
        <span>{children}</span>
        <span class="sort-sign" aria-hidden="true">
          {sign !== null && { ascending: '↑', descending: '↓' }[sign]}
        </span>
      </button>
    </th>
  );
}
