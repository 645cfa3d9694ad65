import { useSignal } from '@preact/signals';
import { overwriting } from '../../src/domain/termbase-conflicts';
import { numberText } from '../count-text';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';

/** How many terms are shown, and what can be done with those that are selected. */
export function BulkBar({
  store,
  actions,
  open,
}: {
  store: ReviewStore;
  actions: ReviewActions;
  open: boolean;
}) {
  const chosen = actions.chosen();
  const { list, shown, whole, comparing } = store;
  return (
    <div class="bulk-bar">
      <span role="status">
        {numberText(shown.value.length)} of {numberText(list.value?.total ?? 0)} terms
        {chosen.length > 0 && `, ${numberText(chosen.length)} selected`}
      </span>
      {list.value !== null && !whole.value && <span class="muted">Loading the rest…</span>}
      {comparing.value && <span class="muted">Comparing with the termbase…</span>}
      {open && chosen.length > 0 && (
        <>
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
              Keep the termbase’s
            </button>
          )}
          <BulkCategory onSet={(category) => actions.setCategory(chosen, category)} />
          <button type="button" class="quiet" onClick={() => actions.clearSelection()}>
            Clear selection
          </button>
        </>
      )}
      <span class="gap" />
      {open && (
        <button
          type="button"
          class="quiet"
          disabled={store.steps.value.length === 0}
          onClick={() => actions.undo()}
        >
          Undo <kbd>u</kbd>
        </button>
      )}
      <datalist id="categories">
        {store.categories.value.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </div>
  );
}

function BulkCategory({ onSet }: { onSet: (category: string) => void }) {
  const category = useSignal('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSet(category.value.trim());
      }}
    >
      <input
        aria-label="Category for the selected terms"
        placeholder="Category"
        list="categories"
        maxLength={100}
        required
        dir="auto"
        value={category}
        onInput={(event) => (category.value = event.currentTarget.value)}
      />
      <button type="submit" disabled={category.value.trim() === ''}>
        Set category
      </button>
    </form>
  );
}
