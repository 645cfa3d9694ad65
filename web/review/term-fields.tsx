import { useLayoutEffect, useRef } from 'preact/hooks';
import { languageName } from '../language-name';
import type { Cursor, OpenDraft } from './cursor';
import type { SheetFacts } from './filters';
import type { ReviewActions } from './review-actions';
import type { SheetTerm, TermValues } from './sheet';
import { ContextCell, TermbaseCell } from './term-cells';

/** A term being edited where it stands: Enter saves, Escape leaves it as it was. */
export function TermFields({
  term,
  draft,
  cursor,
  actions,
  facts,
}: {
  term: SheetTerm;
  draft: OpenDraft;
  cursor: Cursor;
  actions: ReviewActions;
  facts: SheetFacts;
}) {
  const first = useRef<HTMLTableCellElement>(null);
  useLayoutEffect(() => {
    const row = first.current?.closest('tr');
    const field = row?.querySelector<HTMLInputElement>(`[name=${JSON.stringify(draft.field)}]`);
    field?.focus();
    field?.select();
  }, []);

  const { values } = draft;
  const set = (change: Partial<TermValues>): void => cursor.type(draft, change);
  const save = (): void => {
    const fields = first.current?.closest('tr')?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [];
    if ([...fields].every((field) => field.reportValidity())) actions.saveDraft();
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
  const common = { onKeyDown: pressed, dir: 'auto' } as const;

  return (
    <>
      <td ref={first} role="gridcell" class="cell-term" data-label="Term">
        <input
          {...common}
          name="term"
          aria-label="Term"
          required
          pattern=".*\S.*"
          maxLength={500}
          value={values.term}
          onInput={(event) => set({ term: event.currentTarget.value })}
        />
        <span class="edit-buttons">
          <button type="button" class="primary" onClick={save} onKeyDown={pressed}>
            Save
          </button>
          <button type="button" onClick={() => cursor.stopEditing()} onKeyDown={pressed}>
            Cancel
          </button>
        </span>
      </td>
      <ContextCell term={term} />
      <td role="gridcell" data-label="Category">
        <input
          {...common}
          name="category"
          aria-label="Category"
          list="categories"
          maxLength={100}
          value={values.category}
          onInput={(event) => set({ category: event.currentTarget.value })}
        />
      </td>
      <td role="gridcell" data-label="Score">
        <input
          {...common}
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
      </td>
      <td role="gridcell" data-label="Judgment">
        <textarea
          {...common}
          name="note"
          aria-label="Judgment"
          rows={2}
          maxLength={2000}
          value={values.note}
          onInput={(event) => set({ note: event.currentTarget.value })}
        />
      </td>
      {facts.languages.map((language) => (
        <td key={language} role="gridcell" data-label={`${languageName(language)} (${language})`}>
          <textarea
            {...common}
            name={language}
            lang={language}
            aria-label={`${languageName(language)} translation`}
            rows={2}
            maxLength={1000}
            value={values.translations[language] ?? ''}
            onInput={(event) =>
              set({ translations: { ...values.translations, [language]: event.currentTarget.value } })
            }
          />
        </td>
      ))}
      <TermbaseCell term={term} />
    </>
  );
}

const isButton = (target: EventTarget | null): boolean => target instanceof HTMLButtonElement;
