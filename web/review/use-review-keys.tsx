import { useEffect } from 'preact/hooks';
import { Dialog } from '../components/dialog';
import { keyHelp, languageKey, reviewAction, type ReviewAction } from './keys';
import { letterKeys, toggleDetails } from './preferences';
import type { ReviewActions } from './review-actions';

interface OtherActions {
  filter: () => void;
  replace: () => void;
  help: () => void;
}

/** The review's keys work wherever the focus is on the page, but not in a field or a dialog. */
export function useReviewKeys(actions: ReviewActions, other: OtherActions): void {
  useEffect(() => {
    const does: Record<ReviewAction, () => void> = {
      next: () => actions.move(1),
      previous: () => actions.move(-1),
      first: () => actions.move(-Infinity),
      last: () => actions.move(Infinity),
      'next-open': () => actions.moveToOpen(),
      accept: () => actions.accept(),
      translate: () => actions.translate(),
      details: toggleDetails,
      edit: () => actions.edit(actions.current()),
      select: () => {
        const term = actions.current();
        if (term !== undefined) actions.toggle(term.id);
      },
      'select-all': () => actions.toggleAll(),
      delete: () => actions.deleteOrRestore(),
      undo: () => actions.undo(),
      leave: () => actions.clearSelection(),
      ...other,
    };
    const pressed = (event: KeyboardEvent): void => {
      const place = event.target instanceof Element ? event.target : document.body;
      if (event.isComposing || isTypedInto(place)) return;
      const inTable = place.closest('[role=grid]') !== null && place.closest('button') === null;
      const onCheckbox = place.closest('input') !== null;
      const at = { inTable, onCheckbox, letters: letterKeys.value };
      const action = reviewAction(event, at);
      const language = languageKey(event, at);
      if (action === null && language === null) return;
      event.preventDefault();
      if (action !== null) does[action]();
      else if (language !== null) actions.translate(language);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [actions]);
}

const isTypedInto = (place: Element): boolean =>
  place.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;

export function HelpDialog({ onLeave }: { onLeave: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onLeave={onLeave}>
      <dl class="keys">
        {keyHelp.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={letterKeys}
          onChange={(event) => (letterKeys.value = event.currentTarget.checked)}
        />{' '}
        Use single letters as shortcuts
      </label>
      <div class="buttons">
        <button type="button" class="primary" autoFocus onClick={onLeave}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** Joins keys as in `j or ↓`. */
function Keys({ keys }: { keys: readonly string[] }) {
  const either = new Intl.ListFormat('en', { type: 'disjunction' });
  return either
    .formatToParts(keys)
    .map(({ type, value }) => (type === 'element' ? <kbd key={value}>{value}</kbd> : value));
}
