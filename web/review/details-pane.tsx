import { Icon } from '../components/icon';
import type { Cursor } from './cursor';
import { detailsShown } from './details-shown';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';
import type { SheetTerm } from './sheet';
import { TermComments } from './term-comments';
import { TermDetails } from './term-details';
import { TermForm } from './term-form';

/** All there is to know of the current term, and where it is edited. */
export function DetailsPane({
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
  const draft = cursor.draft.value;
  const term = draft === null ? actions.current() : store.byId.value.get(draft.termId);
  if (!detailsShown.value && draft === null) return null;
  return (
    // It scrolls: whoever has no pointer must be able to come here.
    <aside class="details" aria-label="Details of the term" tabIndex={0}>
      {term === undefined ? (
        <p class="muted">No term is chosen.</p>
      ) : draft === null ? (
        <>
          <h2>
            <bdi>{term.term}</bdi>
          </h2>
          {open && <Buttons term={term} isAccepted={actions.isAccepted(term)} actions={actions} />}
          <TermDetails term={term} languages={store.facts.value.languages} />
          <TermComments
            key={term.id}
            term={term}
            onSay={open ? (text) => store.comment(term.id, text) : null}
          />
        </>
      ) : (
        <TermForm
          key={term.id}
          term={term}
          draft={draft}
          cursor={cursor}
          actions={actions}
          languages={store.facts.value.languages}
        />
      )}
    </aside>
  );
}

function Buttons({
  term,
  isAccepted,
  actions,
}: {
  term: SheetTerm;
  isAccepted: boolean;
  actions: ReviewActions;
}) {
  const { removed, edited } = term;
  return (
    <div class="buttons">
      <button
        type="button"
        class="accept-button"
        aria-pressed={isAccepted}
        onClick={() => actions.setAccepted([term], !isAccepted)}
      >
        <Icon name="check" /> {isAccepted ? 'Accepted' : 'Accept'} <kbd>y</kbd>
      </button>
      {removed === null && (
        <button type="button" onClick={() => actions.edit(term)}>
          Edit <kbd>e</kbd>
        </button>
      )}
      <button type="button" onClick={() => actions.mark([term], removed === null)}>
        {removed === null ? 'Delete' : 'Restore'} <kbd>d</kbd>
      </button>
      {edited !== null && removed === null && (
        <button type="button" class="quiet" onClick={() => actions.revert(term)}>
          Revert
        </button>
      )}
    </div>
  );
}
