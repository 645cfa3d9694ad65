import { Button } from '../../components/form';
import { counted } from '../../format';
import { FieldChanges } from '../difference-dialog';
import { fieldChanges } from './differences';
import { unsaved } from './outbox';
import { useReview } from '../review-actions';

/** Shows in every state whether all changes are saved. */
export function SaveState() {
  const { outbox, drafts } = useReview().store;
  const waiting = unsaved(outbox.queue.value).reduce((sum, { change }) => sum + change.termIds.length, 0);
  const trouble = outbox.trouble.value;
  return (
    <div class={`save-state ${trouble !== null ? 'failed' : waiting > 0 ? 'saving' : 'saved'}`}>
      {trouble === null && (
        <span>
          {waiting === 0 ? savedWords(drafts.all.value.size) : `Saving ${counted(waiting, 'term')}…`}
        </span>
      )}
      <span role="status">
        {trouble !== null && (
          <>
            Not saved: {counted(waiting, 'change')}. <bdi>{trouble.message}</bdi> Unsaved changes are kept in
            this browser{trouble.retries && ' and will be sent again'}.
          </>
        )}
      </span>
      {trouble !== null && <Button onClick={() => outbox.resume()}>Retry now</Button>}
      {trouble?.retries === false && (
        <Button class="danger" onClick={() => outbox.discard()}>
          Discard changes
        </Button>
      )}
    </div>
  );
}

const savedWords = (drafts: number): string =>
  drafts === 0 ? 'All saved' : `All saved, but ${counted(drafts, 'draft')}`;

/** Lists the drafts that are neither saved nor discarded. */
export function DraftNote() {
  const { store, actions, open } = useReview();
  const drafts = actions.leftDrafts();
  if (drafts.length === 0) return null;
  const many = drafts.length > 1;
  return (
    <div class="panel drafts" role="status">
      <p>
        {open
          ? `You have ${counted(drafts.length, 'unsaved draft')}.`
          : `${counted(drafts.length, 'draft')} ${many ? 'were' : 'was'} not saved before the terms were closed. Copy what you still need.`}
      </p>
      <ul class="difference stack">
        {drafts.map((draft) => (
          <li key={draft.termId}>
            <strong dir="auto">{draft.base.term}</strong>{' '}
            {open && (
              // Before the whole list is loaded, the term of a draft may be missing.
              <Button disabled={!store.whole.value} onClick={() => actions.continueDraft(draft)}>
                Continue
              </Button>
            )}{' '}
            <Button class="danger" onClick={() => actions.discardDraft(draft)}>
              Discard
            </Button>
            {!open && <FieldChanges changes={fieldChanges(draft.base, draft.values)} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
