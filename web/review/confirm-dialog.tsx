import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { countText, numberText } from '../count-text';
import { Dialog } from '../components/dialog';
import { decisionCounts } from './decision-counts';
import { unsaved } from './queue';
import type { ReviewStore } from './review-store';
import { errorText } from '../error-text';

/** Shows what a confirmation would do, of the list as it is now, and does it by one deliberate act. */
export function ConfirmDialog({
  store,
  onLeave,
  onConfirmed,
}: {
  store: ReviewStore;
  onLeave: () => void;
  onConfirmed: () => void;
}) {
  const read = useSignal(false);
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const comment = useSignal('');
  const commentId = useId();
  const allSaved = unsaved(store.outbox.queue.value).length === 0;
  useEffect(() => {
    read.value = false;
    if (!allSaved) return;
    void store.load().then(() => {
      read.value = store.error.peek() === null;
      // The difference is shown instead.
      if (store.difference.peek() !== null) onLeave();
    });
  }, [allSaved]);

  const { kept, edited, deleted } = decisionCounts(store.terms.value);
  const confirm = async (): Promise<void> => {
    busy.value = true;
    trouble.value = null;
    try {
      const outcome = await store.confirm(store.list.value?.digest ?? '', comment.value.trim());
      onLeave();
      if (outcome === 'confirmed') onConfirmed();
    } catch (error) {
      trouble.value = errorText(error);
      busy.value = false;
    }
  };
  return (
    <Dialog title="Confirm the terms" onLeave={onLeave}>
      <dl class="decision-counts">
        <Count name="kept" count={kept} />
        <Count name="edited" count={edited} />
        <Count name="deleted" count={deleted} />
      </dl>
      <p>The translation then starts with these terms. This cannot be undone.</p>
      <label for={commentId}>Comment (optional)</label>
      <textarea
        id={commentId}
        rows={2}
        maxLength={2000}
        dir="auto"
        value={comment}
        onInput={(event) => (comment.value = event.currentTarget.value)}
      />
      <p role="status" class="hint">
        {!allSaved ? 'Saving your last changes…' : !read.value && 'Checking the list again…'}
      </p>
      {trouble.value !== null && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div class="buttons">
        <button type="button" autoFocus onClick={onLeave}>
          Continue the review
        </button>
        <button
          type="button"
          class="primary"
          disabled={!allSaved || !read.value || busy.value}
          onClick={() => void confirm()}
        >
          Confirm {countText(kept + edited, 'term')}
        </button>
      </div>
    </Dialog>
  );
}

function Count({ name, count }: { name: 'kept' | 'edited' | 'deleted'; count: number }) {
  return (
    <div class={name}>
      <dt>{name}</dt>
      <dd>{numberText(count)}</dd>
    </div>
  );
}
