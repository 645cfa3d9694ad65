import { TextArea, Trouble, useSubmit, useTyped } from '../components/form';
import { When } from '../components/when';
import { FieldChanges } from './difference-dialog';
import { useReview } from './review-actions';
import { fieldChanges } from './saving/differences';
import { type SheetTerm, type TermValues, withEdit } from './sheet';

export function TermHistory({ term }: { term: SheetTerm }) {
  const { removed, accepted = [], steps = [] } = term;
  if (removed === null && steps.length === 0 && accepted.length === 0) return null;
  return (
    <section>
      <h3>History</h3>
      {stepsOf(term).map(({ by, at, changes }, index) => (
        <div key={index}>
          <p>
            Edited by <bdi>{by}</bdi> <When at={at} ago />
          </p>
          <ul class="difference stack">
            <li>
              <FieldChanges changes={changes} />
            </li>
          </ul>
        </div>
      ))}
      {accepted.map(({ by, at, languages }) => (
        <p key={by}>
          Accepted by <bdi>{by}</bdi> in {languages.join(', ')} <When at={at} ago />
        </p>
      ))}
      {removed !== null && (
        <p class="trouble">
          Marked for deletion by <bdi>{removed.by}</bdi> <When at={removed.at} ago />
        </p>
      )}
    </section>
  );
}

/** The changes of each edit, beginning with the values of the scan. */
function stepsOf(term: SheetTerm) {
  let before: TermValues = term.edited?.before ?? term;
  return (term.steps ?? []).map(({ by, at, set }) => {
    const now = withEdit(before, set);
    const changes = fieldChanges(before, now);
    before = now;
    return { by, at, changes };
  });
}

/** Comments on the term, which are stored with the decisions of the release. */
export function TermComments({ term: { id, comments = [] } }: { term: SheetTerm }) {
  const { open } = useReview();
  if (comments.length === 0 && !open) return null;
  return (
    <section>
      <h3>Comments</h3>
      {comments.map(({ by, at, text }, index) => (
        <p key={index}>
          <bdi>{by}</bdi> <When at={at} ago />: <q dir="auto">{text}</q>
        </p>
      ))}
      {open && <CommentForm termId={id} />}
    </section>
  );
}

function CommentForm({ termId }: { termId: string }) {
  const { store } = useReview();
  const text = useTyped(`comment/${termId}`);
  const { busy, trouble, submit } = useSubmit(async () => {
    await store.comment(termId, text.value.trim());
    text.value = '';
    busy.value = false;
  });
  return (
    <form class="comment-form" onSubmit={submit}>
      <TextArea
        label="Comment on this term"
        isLabelSeen={false}
        placeholder="Comment on this term"
        text={text}
        rows={1}
        maxLength={2000}
      />
      {text.value.trim() !== '' && (
        <button type="submit" disabled={busy}>
          Comment
        </button>
      )}
      <Trouble text={trouble} />
    </form>
  );
}
