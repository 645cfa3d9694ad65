import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { When } from '../components/when';
import { errorText } from '../error-text';
import type { SheetTerm } from './sheet';

/** What people say of the term; it is kept with the decisions of the release. */
export function TermComments({
  term: { comments = [] },
  onSay,
}: {
  term: SheetTerm;
  /** null: the review is not open. */
  onSay: ((text: string) => Promise<void>) | null;
}) {
  if (comments.length === 0 && onSay === null) return null;
  return (
    <section>
      <h3>Comments</h3>
      {comments.map(({ by, at, text }) => (
        <p key={at}>
          <bdi>{by}</bdi> <When at={at} ago />: <q dir="auto">{text}</q>
        </p>
      ))}
      {onSay !== null && <CommentForm onSay={onSay} />}
    </section>
  );
}

function CommentForm({ onSay }: { onSay: (text: string) => Promise<void> }) {
  const text = useSignal('');
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const id = useId();
  const say = async (): Promise<void> => {
    busy.value = true;
    trouble.value = null;
    try {
      await onSay(text.value.trim());
      text.value = '';
    } catch (error) {
      trouble.value = errorText(error);
    }
    busy.value = false;
  };
  return (
    <form
      class="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void say();
      }}
    >
      <label class="unseen" for={id}>
        Comment on this term
      </label>
      <textarea
        id={id}
        rows={1}
        maxLength={2000}
        dir="auto"
        placeholder="Comment on this term"
        value={text}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      {text.value.trim() !== '' && (
        <button type="submit" disabled={busy}>
          Comment
        </button>
      )}
      {trouble.value !== null && (
        <p class="trouble" role="alert" dir="auto">
          {trouble}
        </p>
      )}
    </form>
  );
}
