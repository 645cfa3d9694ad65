import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { decisionCounts } from '../../src/domain/decision-counts';
import { conflicts, overwriting } from '../../src/domain/termbase-conflicts';
import { numberText } from '../count-text';
import { languageName } from '../language-name';
import { Dialog } from '../components/dialog';
import { unsaved } from './queued-changes';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';
import type { SheetTerm } from './sheet';
import { errorText } from '../error-text';
import { words } from '../messages/words';

/** Shows what a confirmation would do, of the list as it is now, and does it by one deliberate act. */
export function ConfirmDialog({
  store,
  actions,
  onLeave,
  onConfirmed,
}: {
  store: ReviewStore;
  actions: ReviewActions;
  onLeave: () => void;
  onConfirmed: () => void;
}) {
  const read = useSignal(false);
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const comment = useSignal('');
  const commentId = useId();
  const drafts = store.drafts.all.value;
  const allSaved = unsaved(store.outbox.queue.value).length === 0;
  useEffect(() => {
    read.value = false;
    if (!allSaved) return;
    void store.compare().then(() => {
      read.value = store.error.peek() === null;
      // The difference is shown instead.
      if (store.difference.peek() !== null) onLeave();
    });
  }, [allSaved]);

  const { kept, edited, deleted } = decisionCounts(store.terms.value);
  const { done, total } = store.progress.value;
  const part = store.list.value?.part ?? null;
  const says = words.reviewDialogs.confirm;
  const confirm = async (): Promise<void> => {
    busy.value = true;
    trouble.value = null;
    try {
      const outcome = await store.confirm(comment.value.trim());
      onLeave();
      if (outcome === 'confirmed') onConfirmed();
    } catch (error) {
      trouble.value = errorText(error);
      busy.value = false;
    }
  };
  return (
    <Dialog title={says.title} onLeave={onLeave}>
      <dl class="decision-counts">
        <Count name="kept" count={kept} />
        <Count name="edited" count={edited} />
        <Count name="deleted" count={deleted} />
      </dl>
      {done < total && <p class="muted">{says.reviewed(done, total)}</p>}
      {part !== null && <p class="trouble">{part}</p>}
      {drafts.size > 0 && (
        <div class="trouble">
          <p>{says.drafts([...drafts.values()].map(({ base }) => base.term))}</p>
          <button type="button" onClick={() => actions.saveDrafts()}>
            {says.saveDrafts}
          </button>{' '}
          <button
            type="button"
            class="danger"
            onClick={() => [...drafts.values()].forEach((draft) => actions.discardDraft(draft))}
          >
            {says.discardDrafts}
          </button>
        </div>
      )}
      <Overwritten store={store} actions={actions} />
      <p>{says.what}</p>
      <label for={commentId}>{says.comment}</label>
      <textarea
        id={commentId}
        rows={2}
        maxLength={2000}
        dir="auto"
        value={comment}
        onInput={(event) => (comment.value = event.currentTarget.value)}
      />
      <p role="status" class="hint">
        {!allSaved ? says.saving : !read.value && says.checking}
      </p>
      {trouble.value !== null && (
        <p class="trouble" role="alert" dir="auto">
          {trouble}
        </p>
      )}
      <div class="buttons">
        <button type="button" autoFocus onClick={onLeave}>
          {says.leave}
        </button>
        <button
          type="button"
          class="primary"
          disabled={drafts.size > 0 || !allSaved || !read.value || busy.value}
          onClick={() => void confirm()}
        >
          {says.confirm(kept + edited)}
        </button>
      </div>
    </Dialog>
  );
}

const MOST_SHOWN = 100;

/** What the termbase has now, and what it will have. */
function Overwritten({ store, actions }: { store: ReviewStore; actions: ReviewActions }) {
  const terms = overwriting(store.terms.value);
  const says = words.reviewDialogs.confirm;
  if (store.notCompared.value !== null) return <p class="trouble">{says.notCompared}</p>;
  if (terms.length === 0) return null;
  return (
    <section class="overwritten">
      <h3>{says.overwrites(terms.length)}</h3>
      <ul class="difference">
        {terms.slice(0, MOST_SHOWN).map((term) => (
          <OverwrittenEntry key={term.id} term={term} />
        ))}
      </ul>
      {terms.length > MOST_SHOWN && <p class="muted">{words.counts.andMore(terms.length - MOST_SHOWN)}</p>}
      <button type="button" onClick={() => actions.keepTermbase(terms)}>
        {says.keepTermbase}
      </button>
    </section>
  );
}

function OverwrittenEntry({ term }: { term: SheetTerm }) {
  return (
    <li>
      <strong dir="auto">{term.term}</strong>
      {conflicts(term).map(({ language, termbase, ours }) => (
        <p key={language}>
          <span class="muted">
            {language === null ? words.review.changedFields.category : languageName(language)}
          </span>{' '}
          <del dir="auto" lang={language ?? undefined}>
            {termbase}
          </del>{' '}
          <ins dir="auto" lang={language ?? undefined}>
            {ours}
          </ins>
        </p>
      ))}
    </li>
  );
}

function Count({ name, count }: { name: 'kept' | 'edited' | 'deleted'; count: number }) {
  return (
    <div class={name}>
      <dt>{words.reviewDialogs.confirm[name]}</dt>
      <dd>{numberText(count)}</dd>
    </div>
  );
}
