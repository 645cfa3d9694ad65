import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { MOST_TERM_CHARS } from '../../src/domain/review/term-changes';
import { hasNamesake } from '../../src/domain/review/termbase-conflicts';
import { Button } from '../components/form';
import { languageName } from '../format';
import type { OpenDraft } from './list/cursor';
import { type Collision, collisions, followed, withMine, withTheirs } from './saving/drafts';
import { useReview } from './review-actions';
import type { SheetTerm, TermValues } from './sheet';
import { MarkedContext } from './list/term-words';

/** A form for a term: Enter saves, Escape leaves the typed text as a draft. */
export function TermForm({ term, draft }: { term: SheetTerm; draft: OpenDraft }) {
  const { store, cursor, actions } = useReview();
  const form = useRef<HTMLFormElement>(null);
  const fieldNamed = (name: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${JSON.stringify(name)}]`);
  useLayoutEffect(() => {
    fieldNamed(draft.field)?.focus();
    fieldNamed(draft.field)?.select();
  }, [draft.field]);

  const { values } = draft;
  // A field that was not typed into follows others' saves at once.
  useEffect(() => {
    const now = followed(draft, term);
    if (now !== draft) cursor.set(now);
  }, [term]);
  const collided = collisions(draft, term);
  const meanwhile = (field: string) => {
    const collision = collided.find((one) => one.field === field);
    if (collision === undefined) return null;
    // The pressed button disappears, so the focus moves to the field, where Enter saves.
    const decide = (decided: OpenDraft) => () => {
      cursor.set(decided);
      fieldNamed(field)?.focus();
    };
    return (
      <Meanwhile
        {...collision}
        onKeep={decide(withMine(draft, term, field))}
        onTake={decide(withTheirs(draft, term, field))}
      />
    );
  };
  const set = (change: Partial<TermValues>): void => cursor.type(draft, change);
  const text = (name: 'term' | 'category' | 'note') => ({
    name,
    dir: 'auto' as const,
    maxLength: MOST_TERM_CHARS[name],
    value: values[name],
    onInput: ({ currentTarget }: InputEvent & { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value }),
  });
  const save = (): void => {
    // A person must decide between two values before saving.
    const undecided = form.current?.querySelector<HTMLButtonElement>('.meanwhile button');
    if (undecided) undecided.focus();
    else if (form.current?.reportValidity() === true) actions.saveDraft();
  };
  const pressed = (event: KeyboardEvent): void => {
    // An input method uses both keys itself.
    if (event.isComposing) return;
    const leaves = event.key === 'Escape';
    if (!leaves && (event.key !== 'Enter' || event.shiftKey || event.target instanceof HTMLButtonElement))
      return;
    event.preventDefault();
    event.stopPropagation();
    if (leaves) cursor.stopEditing();
    else save();
  };
  return (
    <form
      ref={form}
      class="term-form stack"
      noValidate
      onKeyDown={pressed}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field title="Term">
        <input {...text('term')} aria-label="Term" required pattern=".*\S.*" />
        {meanwhile('term')}
        {hasNamesake(store.terms.value, { id: term.id, name: values.term.trim() }) && (
          <p class="trouble" role="status">
            Another term has this name. In the termbase they become one entry.
          </p>
        )}
      </Field>
      {term.context !== '' && <MarkedContext text={term.context} term={term} />}
      {store.facts.value.languages.map((language) => (
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
          <input {...text('category')} aria-label="Category" list="categories" />
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
        <textarea {...text('note')} aria-label="Note" rows={2} />
        {meanwhile('note')}
      </Field>
      <div class="buttons">
        <button type="submit" class="primary">
          Save <kbd>Enter</kbd>
        </button>
        <Button onClick={() => cursor.stopEditing()}>
          Close <kbd>Esc</kbd>
        </Button>
        {cursor.drafts.all.value.has(draft.termId) && (
          <Button class="danger" onClick={() => actions.discardDraft(draft)}>
            Discard
          </Button>
        )}
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

/** Shows a value that somebody else saved while this field was typed into. */
function Meanwhile({ by, theirs, onKeep, onTake }: Collision & { onKeep: () => void; onTake: () => void }) {
  return (
    <span class="meanwhile stack tight wash" role="alert">
      <span>
        {by === null ? 'Somebody at the service' : <bdi>{by}</bdi>} changed this to{' '}
        <q dir="auto">{theirs || 'nothing'}</q> while you were typing.
      </span>
      <span class="buttons">
        <Button onClick={onKeep}>Keep mine</Button>
        <Button onClick={onTake}>Take theirs</Button>
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
