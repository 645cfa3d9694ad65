import { useLayoutEffect, useRef } from 'preact/hooks';
import { languageName } from '../language-name';
import { SpaceRow } from '../components/space-row';
import { useVirtualRows } from '../components/virtual-rows';
import type { Cursor } from './cursor';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';
import { TermRow } from './term-row';

const ROW_PX = 62;

/** The terms, of which only those in view are in the page. */
export function TermTable({
  store,
  cursor,
  actions,
  open,
}: {
  store: ReviewStore;
  cursor: Cursor;
  actions: ReviewActions;
  open: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = store.shown.value;
  const languages = store.facts.value.languages;
  const current = cursor.indexIn(shown);
  const virtual = useVirtualRows(
    { count: shown.length, keyOf: (index) => shown[index]?.id ?? '', usualPx: ROW_PX, held: current },
    { body, box },
  );
  useFocusOnCurrent(cursor, box);
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
        <Columns languages={languages} />
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader">
              <SelectAll store={store} actions={actions} />
            </th>
            {['Term', 'Context', 'Category', 'Score', 'Judgment'].map((title) => (
              <th key={title} role="columnheader">
                {title}
              </th>
            ))}
            {languages.map((language) => (
              <th key={language} role="columnheader">
                <code>{language}</code> {languageName(language)}
              </th>
            ))}
            <th role="columnheader">Termbase</th>
          </tr>
        </thead>
        <tbody ref={body} role="rowgroup">
          {virtual.rows.flatMap(({ index, spacePx }) => {
            const term = shown[index];
            if (term === undefined) return [];
            return [
              <SpaceRow key={`above ${term.id}`} px={spacePx} />,
              <TermRow
                key={term.id}
                term={term}
                index={index}
                isCurrent={index === current}
                isFirstStop={index === Math.max(0, current)}
                store={store}
                cursor={cursor}
                actions={actions}
                open={open}
              />,
            ];
          })}
          <SpaceRow px={virtual.belowPx} />
        </tbody>
      </table>
      {store.list.value === null && store.error.value === null && <p class="loading">Loading the terms…</p>}
      {store.whole.value && shown.length === 0 && <p class="empty">No term matches the filter.</p>}
    </div>
  );
}

function Columns({ languages }: { languages: readonly string[] }) {
  return (
    <colgroup>
      {['select', 'term', 'context', 'category', 'score', 'judgment'].map((name) => (
        <col key={name} class={`col-${name}`} />
      ))}
      {languages.map((language) => (
        <col key={language} class="col-language" />
      ))}
      <col class="col-termbase" />
    </colgroup>
  );
}

function SelectAll({ store, actions }: { store: ReviewStore; actions: ReviewActions }) {
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

/** The current row is always in the page, wherever that was scrolled to. */
function useFocusOnCurrent(cursor: Cursor, box: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    if (!cursor.wantsFocus || cursor.draft.value !== null) return;
    cursor.wantsFocus = false;
    const row = box.current?.querySelector<HTMLElement>('tr.current');
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  });
}
