import { Icon } from '../components/icon';
import { When } from '../components/when';
import type { Cursor } from './cursor';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';
import type { SheetTerm } from './sheet';
import { TermCells } from './term-cells';
import { TermFields } from './term-fields';

export interface TermRowProps {
  term: SheetTerm;
  index: number;
  isCurrent: boolean;
  /** Whether the Tab key comes here first. */
  isFirstStop: boolean;
  store: ReviewStore;
  cursor: Cursor;
  actions: ReviewActions;
  open: boolean;
}

export function TermRow(props: TermRowProps) {
  const { term, index, isCurrent, isFirstStop, store, cursor, actions, open } = props;
  const selected = store.selected.value.has(term.id);
  const draft = cursor.draft.value?.termId === term.id ? cursor.draft.value : null;
  const signs = [
    isCurrent && 'current',
    selected && 'selected',
    term.edited !== null && 'edited',
    term.removed !== null && 'removed',
    store.fresh.value.has(term.id) && 'fresh',
    draft !== null && 'editing',
  ];
  return (
    <tr
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={isFirstStop ? 0 : -1}
      class={signs.filter(Boolean).join(' ')}
      onFocus={() => (cursor.current.value = term.id)}
      onClick={() => (cursor.current.value = term.id)}
      onDblClick={(event) => draft === null && actions.edit(term, fieldAt(event.target))}
    >
      <td role="gridcell" class="cell-select">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${term.term}`}
          checked={selected}
          onClick={(event) => actions.toggle(term.id, event.shiftKey)}
        />
      </td>
      {draft === null ? (
        <TermCells term={term} facts={store.facts.value}>
          <Hands term={term} />
          {cursor.drafts.all.value.has(term.id) && <span class="hands">unsaved draft</span>}
          {open && <RowButtons term={term} actions={actions} />}
        </TermCells>
      ) : (
        <TermFields term={term} draft={draft} cursor={cursor} actions={actions} facts={store.facts.value} />
      )}
    </tr>
  );
}

/** Whose hands the term went through. */
function Hands({ term: { edited, removed } }: { term: SheetTerm }) {
  if (edited === null && removed === null) return null;
  return (
    <span class="hands">
      {removed !== null && (
        <span>
          <Icon name="cross" /> deleted by <bdi>{removed.by}</bdi> <When at={removed.at} ago />
        </span>
      )}
      {edited !== null && (
        <span>
          edited by <bdi>{edited.by}</bdi> <When at={edited.at} ago />
        </span>
      )}
    </span>
  );
}

/** For pointers; the keys do the same. */
function RowButtons({ term, actions }: { term: SheetTerm; actions: ReviewActions }) {
  const { removed, edited } = term;
  return (
    <span class="row-buttons">
      {removed === null && (
        <button type="button" tabIndex={-1} onClick={() => actions.edit(term)}>
          Edit
        </button>
      )}
      <button type="button" tabIndex={-1} onClick={() => actions.mark([term], removed === null)}>
        {removed === null ? 'Delete' : 'Restore'}
      </button>
      {edited !== null && removed === null && (
        <button type="button" tabIndex={-1} onClick={() => actions.revert(term)}>
          Revert
        </button>
      )}
    </span>
  );
}

function fieldAt(target: EventTarget | null): string {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
  return cell?.dataset.field ?? 'term';
}
