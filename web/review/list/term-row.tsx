import { Icon } from '../../components/icon';
import type { Column } from './columns';
import { isReviewed } from './filters';
import { Person } from '../people';
import { useReview } from '../review-actions';
import type { SheetTerm } from '../sheet';
import { Changed } from './term-words';

interface TermRowProps {
  term: SheetTerm;
  index: number;
  isCurrent: boolean;
  /** Whether the Tab key enters the table at this row. */
  isFirstStop: boolean;
  columns: readonly Column[];
}

/** A term in one line. The details pane has its other values. */
export function TermRow({ term, index, isCurrent, isFirstStop, columns }: TermRowProps) {
  const { store, cursor, actions, open } = useReview();
  const selected = store.selected.value.has(term.id);
  const signs = [
    isCurrent && 'current',
    selected && 'selected',
    term.removed !== null && 'removed',
    store.fresh.value.has(term.id) && 'fresh',
  ];
  return (
    <tr
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={isFirstStop ? 0 : -1}
      class={signs.filter(Boolean).join(' ')}
      onFocus={() => cursor.goTo(term.id)}
      onClick={() => cursor.goTo(term.id)}
      onDblClick={(event) => actions.edit(term, fieldAt(event.target))}
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
      <td role="gridcell" class="cell-accept">
        {open && <Accept term={term} />}
      </td>
      <th role="rowheader" class="cell-term" data-field="term" data-label="Term">
        <Changed now={term.term} before={term.edited?.before.term} />
      </th>
      {columns.map(({ name, title, code, field, cell, cellClass }) => (
        <td
          key={name}
          role="gridcell"
          class={`cell-${code === undefined ? name : 'translation'} ${cellClass?.(term) ?? ''}`}
          data-field={field}
          data-label={code === undefined ? title : `${title} (${code})`}
        >
          {cell(term)}
        </td>
      ))}
      <td role="gridcell" class="cell-changes" data-label="Changes">
        <Contributors term={term} />
      </td>
    </tr>
  );
}

/** A button for pointers only, because a key does the same. */
function Accept({ term }: { term: SheetTerm }) {
  const { store, actions } = useReview();
  const isAccepted = actions.isAccepted(term);
  return (
    <button
      type="button"
      tabIndex={-1}
      class={`accept ${isReviewed(term, store.facts.value) ? 'reviewed' : ''}`}
      aria-pressed={isAccepted}
      aria-label={`Accept ${term.term}`}
      onClick={() => actions.setAccepted([term], !isAccepted)}
    >
      <Icon name="check" />
    </button>
  );
}

function Contributors({ term: { id, edited, removed, accepted = [] } }: { term: SheetTerm }) {
  const { store } = useReview();
  const { me } = store.facts.value;
  return (
    <span class="hands muted small">
      {store.others.value
        .filter(({ termId }) => termId === id)
        .map(({ name }) => (
          <Person key={name} name={name} what={`${name} is at this term`} />
        ))}
      {accepted
        .filter(({ by }) => by !== me)
        .map(({ by, languages }) => (
          <Person key={by} name={by} what={`Accepted by ${by}: ${languages.join(', ')}`} accepts />
        ))}
      {store.drafts.all.value.has(id) && <strong>unsaved draft</strong>}
      {removed !== null && (
        <span class="gone">
          deleted by <bdi>{removed.by}</bdi>
        </span>
      )}
      {edited !== null && (
        <span>
          edited by <bdi>{edited.by}</bdi>
        </span>
      )}
    </span>
  );
}

function fieldAt(target: EventTarget | null): string {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-field]') : null;
  return cell?.dataset.field ?? 'term';
}
