import { overwriting } from '../../src/domain/termbase-conflicts';
import { numberText } from '../count-text';
import { BulkEdit } from './bulk-edit';
import { Chooser } from './chooser';
import { detailsShown, toggleDetails } from './details-shown';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';
import { isShown, show } from './shown-columns';

/** How many terms are shown, what can be done with those that are selected, and how they are shown. */
export function BulkBar({
  store,
  actions,
  open,
  onReplace,
}: {
  store: ReviewStore;
  actions: ReviewActions;
  open: boolean;
  onReplace: () => void;
}) {
  const { list, shown, whole, comparing } = store;
  const shownCount = shown.value.length;
  const { total = 0, part = null } = list.value ?? {};
  const chosenCount = actions.chosen().length;
  return (
    <div class="bulk-bar">
      <span role="status">
        {chosenCount === 0
          ? `${numberText(shownCount)} of ${numberText(total)} terms`
          : `${numberText(shownCount)} of ${numberText(total)} terms, ${numberText(chosenCount)} selected`}
      </span>
      {list.value !== null && !whole.value && <span class="muted">Loading the rest…</span>}
      {comparing.value && <span class="muted">Comparing with the termbase…</span>}
      {part !== null && <span class="trouble">{part}</span>}
      {open && chosenCount > 0 && <BulkButtons store={store} actions={actions} />}
      <span class="gap" />
      {open && (
        <>
          <button
            type="button"
            class="quiet"
            disabled={store.steps.value.length === 0}
            onClick={() => actions.undo()}
          >
            Undo <kbd>u</kbd>
          </button>
          <button type="button" class="quiet" onClick={onReplace}>
            Replace… <kbd>r</kbd>
          </button>
        </>
      )}
      <Chooser
        label="Columns"
        legend="Columns of the table"
        options={store.columns.value.map((column) => ({ ...column, isChosen: isShown(column) }))}
        onChoose={(name, isWanted) => show({ name }, isWanted)}
      />
      <button type="button" class="quiet" aria-pressed={detailsShown.value} onClick={toggleDetails}>
        Details <kbd>i</kbd>
      </button>
      <datalist id="categories">
        {store.categories.value.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </div>
  );
}

function BulkButtons({ store, actions }: { store: ReviewStore; actions: ReviewActions }) {
  const chosen = actions.chosen();
  return (
    <>
      <button type="button" onClick={() => actions.setAccepted(chosen, true)}>
        Accept
      </button>
      <button type="button" class="danger" onClick={() => actions.mark(chosen, true)}>
        Delete
      </button>
      {chosen.some(({ removed }) => removed !== null) && (
        <button type="button" onClick={() => actions.mark(chosen, false)}>
          Restore
        </button>
      )}
      {overwriting(chosen).length > 0 && (
        <button type="button" onClick={() => actions.keepTermbase(chosen)}>
          Keep termbase values
        </button>
      )}
      <BulkEdit
        languages={store.facts.value.languages}
        onSet={(edit, what) => actions.setAll(chosen, edit, what)}
      />
      <button type="button" class="quiet" onClick={() => actions.clearSelection()}>
        Clear
      </button>
    </>
  );
}
