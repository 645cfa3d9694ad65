import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { MOST_TERM_CHARS } from '../../src/domain/review/term-changes';
import { languageName } from '../format';
import type { Cursor, OpenDraft } from './list/cursor';
import { type Collision, collisions, followed, keepingMine, takingTheirs } from './saving/drafts';
import type { ReviewActions } from './review-actions';
import type { SheetTerm, TermValues } from './sheet';
import { MarkedContext } from './list/term-words';

/** A term being edited: Enter saves, Escape leaves it as it was. */
export function TermForm({
  term,
  draft,
  cursor,
  actions,
  languages,
}: {
  term: SheetTerm;
  draft: OpenDraft;
  cursor: Cursor;
  actions: ReviewActions;
  languages: readonly string[];
}) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>(`[name=${JSON.stringify(draft.field)}]`);
    field?.focus();
    field?.select();
  }, [draft.field]);

  const { values } = draft;
  // What somebody else saves of a field that was not typed into is shown at once.
  useEffect(() => {
    const now = followed(draft, term);
    if (now !== draft) cursor.set(now);
  }, [term]);
  const collided = collisions(draft, term);
  const meanwhile = (field: string) => (
    <Meanwhile
      collision={collided.find((one) => one.field === field)}
      onKeep={() => cursor.set(keepingMine(draft, term, field))}
      onTake={() => cursor.set(takingTheirs(draft, term, field))}
    />
  );
  const set = (change: Partial<TermValues>): void => cursor.type(draft, change);
  const save = (): void => {
    // Whoever saves decides first which of both it is.
    const undecided = form.current?.querySelector<HTMLButtonElement>('.meanwhile button');
    if (undecided) undecided.focus();
    else if (form.current?.reportValidity() === true) actions.saveDraft();
  };
  const pressed = (event: KeyboardEvent): void => {
    // An input method uses both keys for itself.
    if (event.isComposing) return;
    const leaves = event.key === 'Escape';
    if (!leaves && (event.key !== 'Enter' || event.shiftKey || isButton(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    if (leaves) cursor.stopEditing();
    else save();
  };
  return (
    <form
      ref={form}
      class="term-form"
      noValidate
      onKeyDown={pressed}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field title="Term">
        <input
          name="term"
          aria-label="Term"
          dir="auto"
          required
          pattern=".*\S.*"
          maxLength={MOST_TERM_CHARS.term}
          value={values.term}
          onInput={(event) => set({ term: event.currentTarget.value })}
        />
        {meanwhile('term')}
      </Field>
      {term.context !== '' && <MarkedContext text={term.context} term={term} />}
      {languages.map((language) => (
        <Field key={language} title={languageName(language)} code={language}>
          <textarea
            name={language}
            aria-label={`${languageName(language)} translation`}
            lang={language}
            dir="auto"
            rows={1}
            maxLength={MOST_TERM_CHARS.translation}
            value={values.translations[language] ?? ''}
            onInput={(event) =>
              set({ translations: { ...values.translations, [language]: event.currentTarget.value } })
            }
          />
          <InTermbase text={term.existing?.translations[language]} language={language} />
          {meanwhile(language)}
        </Field>
      ))}
      <div class="short-fields">
        <Field title="Category">
          <input
            name="category"
            aria-label="Category"
            dir="auto"
            list="categories"
            maxLength={MOST_TERM_CHARS.category}
            value={values.category}
            onInput={(event) => set({ category: event.currentTarget.value })}
          />
          <InTermbase text={term.existing?.category} />
          {meanwhile('category')}
        </Field>
        <Field title="Score">
          <input
            name="score"
            aria-label="Score, from 0 to 10"
            type="number"
            min={0}
            max={10}
            step="any"
            required
            value={values.score}
            onInput={(event) => set({ score: event.currentTarget.valueAsNumber })}
          />
          {meanwhile('score')}
        </Field>
      </div>
      <Field title="Note">
        <textarea
          name="note"
          aria-label="Note"
          dir="auto"
          rows={2}
          maxLength={MOST_TERM_CHARS.note}
          value={values.note}
          onInput={(event) => set({ note: event.currentTarget.value })}
        />
        {meanwhile('note')}
      </Field>
      <div class="buttons">
        <button type="submit" class="primary">
          Save <kbd>Enter</kbd>
        </button>
        <button type="button" onClick={() => cursor.stopEditing()}>
          Cancel <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

function Field({ title, code, children }: { title: string; code?: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <span>
        {title} {code !== undefined && <code>{code}</code>}
      </span>
      {children}
    </div>
  );
}

/** What somebody else saved in a field while this one was typed into. */
function Meanwhile({
  collision,
  onKeep,
  onTake,
}: {
  collision: Collision | undefined;
  onKeep: () => void;
  onTake: () => void;
}) {
  if (collision === undefined) return null;
  const { by, theirs } = collision;
  return (
    <span class="meanwhile" role="alert">
      <span>
        {by === null ? 'Somebody at the service' : <bdi>{by}</bdi>} changed this to{' '}
        <q dir="auto">{theirs || 'nothing'}</q> while you were typing.
      </span>
      <span class="buttons">
        <button type="button" onClick={onKeep}>
          Keep mine
        </button>
        <button type="button" onClick={onTake}>
          Take theirs
        </button>
      </span>
    </span>
  );
}

function InTermbase({ text = '', language }: { text?: string | undefined; language?: string }) {
  if (text === '') return null;
  return (
    <span class="muted">
      Termbase:{' '}
      <bdi lang={language} dir="auto">
        {text}
      </bdi>
    </span>
  );
}

const isButton = (target: EventTarget | null): boolean => target instanceof HTMLButtonElement;
