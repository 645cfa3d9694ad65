import { useLayoutEffect, useRef } from 'preact/hooks';
import { Loading } from '../../components/resource';
import { SortHead } from '../../components/table';
import { useVirtualRows } from '../../components/virtual-rows';
import { type Column, termColumn } from './columns';
import type { Cursor } from './cursor';
import { isShown } from '../preferences';
import { useReview } from '../review-actions';
import { TermRow } from './term-row';

const ROW_PX = 31;

export function TermTable() {
  const { store, cursor, open } = useReview();
  const box = useRef<HTMLDivElement>(null);
  const shown = store.shown.value;
  const columns = store.columns.value.filter(isShown);
  const current = cursor.indexIn(shown);
  const keyOf = (index: number): string => shown[index]?.id ?? '';
  const { body } = useVirtualRows({ count: shown.length, keyOf, usualPx: ROW_PX, held: current }, box);
  useCurrentInView(cursor, box);
  return (
    <div class="term-box" ref={box}>
      <table
        class="terms"
        role="grid"
        aria-label="Terms"
        aria-rowcount={shown.length + 1}
        aria-multiselectable="true"
        aria-readonly={!open}
      >
        <colgroup>
          {['2.2rem', '2rem', '9rem', ...columns.map(({ width }) => width), 'var(--changes)'].map(
            (width, index) => (
              <col key={index} style={{ inlineSize: width }} />
            ),
          )}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader">
              <SelectAll />
            </th>
            <th role="columnheader">
              <span class="unseen">Accepted</span>
            </th>
            <Head column={{ ...termColumn, title: 'Term' }} />
            {columns.map((column) => (
              <Head key={column.name} column={column} />
            ))}
            <th role="columnheader">Changes</th>
          </tr>
        </thead>
        {body(
          (index) =>
            shown[index] && (
              <TermRow
                term={shown[index]}
                index={index}
                isCurrent={index === current}
                isFirstStop={index === Math.max(0, current)}
                columns={columns}
              />
            ),
        )}
      </table>
      {store.list.value === null && store.error.value === null && <Loading lines={12} />}
      {store.whole.value && shown.length === 0 && <p class="empty">No term matches the filter.</p>}
    </div>
  );
}

function Head({ column }: { column: Pick<Column, 'name' | 'title' | 'code' | 'sortBy'> }) {
  const { sorting } = useReview().store;
  const { name, title, code, sortBy } = column;
  const text = (
    <>
      {code !== undefined && <code>{code}</code>} {title}
    </>
  );
  if (sortBy === undefined)
    return (
      <th role="columnheader" class={`head-${name}`}>
        {text}
      </th>
    );
  return (
    <SortHead name={name} title={title} sorting={sorting.value} onSort={(sort) => (sorting.value = sort)}>
      {text}
    </SortHead>
  );
}

function SelectAll() {
  const { store, actions } = useReview();
  const shown = store.shown.value;
  const chosen = actions.chosen().length;
  return (
    <input
      type="checkbox"
      aria-label="Select all shown terms"
      checked={chosen > 0 && chosen === shown.length}
      indeterminate={chosen > 0 && chosen < shown.length}
      onChange={() => actions.toggleAll()}
    />
  );
}

/** The current row is always rendered, at any scroll position. */
function useCurrentInView(cursor: Cursor, box: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    if (cursor.wants === null || cursor.draft.value !== null) return;
    const row = box.current?.querySelector<HTMLElement>('tr.current');
    if (!row) return;
    if (cursor.wants === 'focus') {
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'nearest' });
    } else {
      centre(row, box.current);
      // The review's keys work at once after it is opened.
      if ([document.body, document.getElementById('main')].includes(document.activeElement as HTMLElement))
        row.focus({ preventScroll: true });
    }
    cursor.wants = null;
  });
}

/** Scrolls only the box, and not the page with it. */
function centre(row: HTMLElement, box: HTMLElement | null): void {
  if (box === null) return;
  const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}
