import { counted } from '../count-text';
import type { ReviewActions } from './review-actions';

/** What was typed and neither saved nor discarded, wherever the operator has been since. */
export function DraftNote({
  actions,
  open,
  isWhole,
}: {
  actions: ReviewActions;
  open: boolean;
  /** Whether the whole list has come: before that, the term of a draft may be missing. */
  isWhole: boolean;
}) {
  const drafts = actions.leftDrafts();
  if (drafts.length === 0) return null;
  return (
    <div class="panel drafts" role="status">
      <p>You have {counted(drafts.length, 'unsaved draft')}.</p>
      <ul class="difference">
        {drafts.map((draft) => (
          <li key={draft.termId}>
            <strong dir="auto">{draft.base.term}</strong>{' '}
            {open && (
              <button type="button" disabled={!isWhole} onClick={() => actions.continueDraft(draft)}>
                Continue
              </button>
            )}{' '}
            <button type="button" class="danger" onClick={() => actions.discardDraft(draft)}>
              Discard
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
