import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { decisionCounts } from '../../src/domain/review/term-changes';
import { additions, conflicts, overwriting, sharedNames } from '../../src/domain/review/termbase-conflicts';
import { Dialog } from '../components/dialog';
import { Button, TextArea, Trouble, useSubmit, useTyped } from '../components/form';
import { Fact, Listed } from '../components/text';
import { connection } from '../live-events';
import { counted, languageName, numberText } from '../format';
import { FieldChanges, TermList } from './difference-dialog';
import { othersChanges } from './saving/differences';
import { unsaved } from './saving/outbox';
import { useReview } from './review-actions';
import type { ReviewStore } from './review-store';

interface ConfirmDialogProps {
  isPaused: boolean;
  onLeave: () => void;
  onConfirmed: () => void;
}

/** Shows the effects of confirming the present list, and confirms it on one deliberate click. */
export function ConfirmDialog({ isPaused, onLeave, onConfirmed }: ConfirmDialogProps) {
  const { store, actions } = useReview();
  const read = useSignal(false);
  const comment = useTyped('confirmation');
  const drafts = store.drafts.all.value;
  const allSaved = unsaved(store.outbox.queue.value).length === 0;
  useEffect(() => {
    read.value = false;
    if (!allSaved || connection.value === 'lost') return;
    void store.compare().then(() => {
      read.value = store.error.peek() === null;
      // The dialog with the difference replaces this one.
      if (store.difference.peek() !== null) onLeave();
    });
  }, [allSaved, connection.value]);

  const seen = useSignal(store.terms.peek());
  const others = othersChanges(seen.value, store.terms.value, store.facts.value.me);
  const hasNews = others.ids.length > 0;
  const { kept, edited, deleted } = decisionCounts(store.terms.value);
  const { done, total } = store.progress.value;
  const part = store.list.value?.part ?? null;
  const { busy, trouble, submit } = useSubmit(async () => {
    const outcome = await store.confirm(comment.value.trim());
    if (outcome === 'confirmed') comment.value = '';
    onLeave();
    if (outcome === 'confirmed') onConfirmed();
  });
  return (
    <Dialog title={`Confirm the terms of ${store.release.name}`} onLeave={onLeave}>
      <dl class="decision-counts">
        {Object.entries({ kept, edited, deleted }).map(([name, count]) => (
          <div key={name} class={name}>
            <Fact name={name}>{numberText(count)}</Fact>
          </div>
        ))}
      </dl>
      <div role="alert">
        {hasNews && (
          <div class="stack tight wash">
            <p>
              {counted(others.ids.length, 'term')} {others.ids.length === 1 ? 'was' : 'were'} changed by{' '}
              <Listed names={others.by} /> since you opened this:{' '}
              <FirstNamed names={namesOf(store, others.ids)} />. The counts above are the new ones.
            </p>
            <Button onClick={() => (seen.value = store.terms.value)}>I have seen this</Button>
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
          <Button onClick={() => actions.saveDrafts()}>Save drafts</Button>{' '}
          <Button
            class="danger"
            onClick={() => [...drafts.values()].forEach((draft) => actions.discardDraft(draft))}
          >
            Discard drafts
          </Button>
        </div>
      )}
      <Overwritten />
      <SharedNames />
      <Added />
      <p>
        {isPaused
          ? 'The release is paused: the translation starts once it is resumed, with these terms.'
          : 'The translation then starts with these terms.'}{' '}
        This cannot be undone.
      </p>
      <TextArea label="Comment (optional)" text={comment} rows={2} maxLength={2000} />
      <p role="status" class="hint">
        {!allSaved ? savingWords(store) : !read.value && readingWords(store)}
      </p>
      <Trouble text={trouble} />
      <div class="buttons">
        <Button autoFocus onClick={onLeave}>
          Continue the review
        </Button>
        <Button
          class="primary"
          disabled={drafts.size > 0 || hasNews || !allSaved || !read.value || busy.value}
          onClick={submit}
        >
          Confirm {counted(kept + edited, 'term')}
        </Button>
      </div>
    </Dialog>
  );
}

function savingWords({ outbox }: ReviewStore): string {
  const trouble = outbox.trouble.value;
  if (trouble === null) return 'Saving your last changes…';
  return `Your last changes are not saved. ${trouble.message} You can confirm once they are.`;
}

function readingWords({ error }: ReviewStore): string {
  if (connection.value === 'lost')
    return 'The gateway does not answer. The list is checked again once it does.';
  if (error.value === null) return 'Checking the list and the termbase again…';
  return `The list could not be checked again. ${error.value.message}`;
}

const MOST_NAMED = 5;

const namesOf = (store: ReviewStore, ids: readonly string[]): string[] =>
  ids.flatMap((id) => store.byId.value.get(id)?.term ?? []);

const FirstNamed = ({ names }: { names: readonly string[] }) => (
  <>
    <Listed names={names.slice(0, MOST_NAMED)} />
    {names.length > MOST_NAMED && ` and ${numberText(names.length - MOST_NAMED)} more`}
  </>
);

function Overwritten() {
  const { store, actions } = useReview();
  const terms = overwriting(store.terms.value);
  if (store.notCompared.value !== null)
    return (
      <p class="trouble">
        The terms could not be compared with the termbase. Entries that it has may be overwritten.
      </p>
    );
  if (terms.length === 0) return null;
  return (
    <section>
      <h3>
        {numberText(terms.length)} {terms.length === 1 ? 'entry' : 'entries'} of the termbase will be
        overwritten
      </h3>
      <TermList
        terms={terms.map((term) => {
          const changes = conflicts(term).map(({ language, termbase, ours }) => ({
            field: language ?? 'category',
            from: termbase,
            to: ours,
          }));
          return { id: term.id, term: term.term, rest: <FieldChanges changes={changes} /> };
        })}
      />
      <Button onClick={() => actions.keepTermbase(terms)}>Keep termbase values</Button>
    </section>
  );
}

function SharedNames() {
  const { store } = useReview();
  const names = sharedNames(store.terms.value);
  if (names.length === 0) return null;
  return (
    <p class="trouble">
      Several terms have the same name, and become one entry of the termbase: <FirstNamed names={names} />.
    </p>
  );
}

function Added() {
  const { store } = useReview();
  const terms = store.terms.value.filter(({ compared, removed }) => compared && removed === null);
  const fresh = terms.filter(({ existing }) => existing === null);
  const extended = terms.filter((term) => additions(term).length > 0);
  const languages = new Set(extended.flatMap((term) => additions(term).map(([language]) => language)));
  return (
    <>
      {fresh.length > 0 && (
        <p>
          {counted(fresh.length, 'term')} {fresh.length === 1 ? 'is' : 'are'} new to the termbase.
        </p>
      )}
      {extended.length > 0 && (
        <p>
          {numberText(extended.length)} {extended.length === 1 ? 'entry' : 'entries'} of the termbase will get
          more languages ({[...languages].map(languageName).join(', ')}):{' '}
          <FirstNamed names={extended.map(({ term }) => term)} />.
        </p>
      )}
    </>
  );
}
