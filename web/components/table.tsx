/** The head of a table, and its sorting by that and by the address. */
import type { ComponentChildren } from 'preact';

interface TableHeadProps {
  titles: readonly string[];
  /** In a table of which only some rows are rendered. */
  rowIndex?: number;
  children?: ComponentChildren;
}

/** Roles are set, because a table that is shown as a list on a narrow screen would lose them. */
export function TableHead({ titles, rowIndex, children }: TableHeadProps) {
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={rowIndex}>
        {titles.map((title) => (
          <th key={title} role="columnheader" scope="col">
            {title}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  );
}

/** Cycles through `score`, `-score` for descending, and the empty text for the order of the list. */
export function nextSorting(sorting: string, by: string): string {
  if (sorting === by) return `-${by}`;
  return sorting === `-${by}` ? '' : by;
}

export interface SortColumn<Row> {
  name: string;
  sortBy?: (row: Row) => string | number;
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Rows that are equal in the column stay in the order of the list, as all rows do without a sorting. */
export function sorted<Row>(
  rows: readonly Row[],
  sorting: string,
  columns: readonly SortColumn<Row>[],
): readonly Row[] {
  const sign = sorting.startsWith('-') ? -1 : 1;
  const by = sign < 0 ? sorting.slice(1) : sorting;
  const sortBy = columns.find(({ name }) => name === by)?.sortBy;
  if (sortBy === undefined) return rows;
  return [...rows].sort((one, other) => sign * compared(sortBy(one), sortBy(other)));
}

function compared(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return words.compare(String(one), String(other));
}

const signs = { ascending: '↑', descending: '↓', none: '' };

function orderOf(sorting: string, name: string): keyof typeof signs {
  if (sorting === name) return 'ascending';
  return sorting === `-${name}` ? 'descending' : 'none';
}

interface SortHeadProps {
  name: string;
  title?: string;
  sorting: string;
  onSort: (sorting: string) => void;
  children: ComponentChildren;
}

export function SortHead({ name, title = name, sorting, onSort, children }: SortHeadProps) {
  const order = orderOf(sorting, name);
  return (
    <th role="columnheader" scope="col" class={`head-${name}`} aria-sort={order}>
      <button
        type="button"
        class="sort"
        title={`Sort by ${title}`}
        onClick={() => onSort(nextSorting(sorting, name))}
      >
        <span>{children}</span>
        <span aria-hidden="true">{signs[order]}</span>
      </button>
    </th>
  );
}
