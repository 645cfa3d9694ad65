import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { decisionCounts } from '../../src/domain/review/term-changes';
import { additions, conflicts, overwriting } from '../../src/domain/review/termbase-conflicts';
import { Dialog } from '../components/dialog';
import { Listed } from '../components/release-name';
import { counted, errorText, languageName, numberText } from '../format';
import { othersChanges } from './saving/differences';
import { unsaved } from './saving/outbox';
import type { ReviewActions } from './review-actions';
import type { ReviewStore } from './review-store';
import type { SheetTerm } from './sheet';

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

  const seen = useSignal(store.terms.peek());
  const others = othersChanges(seen.value, store.terms.value, store.facts.value.me);
  const hasNews = others.ids.length > 0;
  const { kept, edited, deleted } = decisionCounts(store.terms.value);
  const { done, total } = store.progress.value;
  const part = store.list.value?.part ?? null;
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
    <Dialog title="Confirm the terms" onLeave={onLeave}>
      <dl class="decision-counts">
        <Count name="kept" count={kept} />
        <Count name="edited" count={edited} />
        <Count name="deleted" count={deleted} />
      </dl>
      <div role="alert">
        {hasNews && (
          <div class="changed-since">
            <p>
              {counted(others.ids.length, 'term')} {others.ids.length === 1 ? 'was' : 'were'} changed by{' '}
              <Listed names={others.by} /> since you opened this:{' '}
              <Listed names={termsNamed(store, others.ids.slice(0, MOST_NAMED))} />
              {others.ids.length > MOST_NAMED && ` and ${numberText(others.ids.length - MOST_NAMED)} more`}.
              The counts above are the new ones.
            </p>
            <button type="button" onClick={() => (seen.value = store.terms.value)}>
              I have seen this
            </button>
          </div>
        )}
      </div>
      {done < total && (
        <p class="muted">
          You have reviewed {numberText(done)} of {counted(total, 'term')}. The others are confirmed as they
          are.
        </p>
      )}
      {part !== null && <p class="trouble">{part}</p>}
      {drafts.size > 0 && (
        <div class="trouble">
          <p>
            You have {counted(drafts.size, 'unsaved draft')}:{' '}
            <Listed names={[...drafts.values()].map(({ base }) => base.term)} />. Save or discard{' '}
            {drafts.size === 1 ? 'it' : 'them'} before you confirm.
          </p>
          <button type="button" onClick={() => actions.saveDrafts()}>
            Save drafts
          </button>{' '}
          <button
            type="button"
            class="danger"
            onClick={() => [...drafts.values()].forEach((draft) => actions.discardDraft(draft))}
          >
            Discard drafts
          </button>
        </div>
      )}
      <Overwritten store={store} actions={actions} />
      <Extended terms={store.terms.value} />
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
        {!allSaved ? 'Saving your last changes…' : !read.value && 'Checking the list and the termbase again…'}
      </p>
      {trouble.value !== null && (
        <p class="trouble" role="alert" dir="auto">
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
          disabled={drafts.size > 0 || hasNews || !allSaved || !read.value || busy.value}
          onClick={() => void confirm()}
        >
          Confirm {counted(kept + edited, 'term')}
        </button>
      </div>
    </Dialog>
  );
}

const MOST_SHOWN = 100;
const MOST_NAMED = 5;

const termsNamed = (store: ReviewStore, ids: readonly string[]): string[] =>
  ids.flatMap((id) => store.byId.value.get(id)?.term ?? []);

/** What the termbase has now, and what it will have. */
function Overwritten({ store, actions }: { store: ReviewStore; actions: ReviewActions }) {
  const terms = overwriting(store.terms.value);
  if (store.notCompared.value !== null)
    return (
      <p class="trouble">
        The terms could not be compared with the termbase. Entries that it has may be overwritten.
      </p>
    );
  if (terms.length === 0) return null;
  return (
    <section class="overwritten">
      <h3>
        {numberText(terms.length)} {terms.length === 1 ? 'entry' : 'entries'} of the termbase will be
        overwritten
      </h3>
      <ul class="difference">
        {terms.slice(0, MOST_SHOWN).map((term) => (
          <OverwrittenEntry key={term.id} term={term} />
        ))}
      </ul>
      {terms.length > MOST_SHOWN && <p class="muted">and {numberText(terms.length - MOST_SHOWN)} more</p>}
      <button type="button" onClick={() => actions.keepTermbase(terms)}>
        Keep termbase values
      </button>
    </section>
  );
}

/** Entries of the termbase that get languages which they lack. */
function Extended({ terms }: { terms: readonly SheetTerm[] }) {
  const added = terms
    .filter(({ removed }) => removed === null)
    .map((term) => additions(term).map(([language]) => language))
    .filter((languages) => languages.length > 0);
  if (added.length === 0) return null;
  return (
    <p>
      {numberText(added.length)} {added.length === 1 ? 'entry' : 'entries'} of the termbase will get more
      languages: {[...new Set(added.flat())].map(languageName).join(', ')}.
    </p>
  );
}

function OverwrittenEntry({ term }: { term: SheetTerm }) {
  return (
    <li>
      <strong dir="auto">{term.term}</strong>
      {conflicts(term).map(({ language, termbase, ours }) => (
        <p key={language}>
          <span class="muted">{language === null ? 'category' : languageName(language)}</span>{' '}
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
      <dt>{name}</dt>
      <dd>{numberText(count)}</dd>
    </div>
  );
}
