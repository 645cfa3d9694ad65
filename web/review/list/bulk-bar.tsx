import { useSignal } from '@preact/signals';
import { MOST_TERM_CHARS } from '../../../src/domain/review/term-changes';
import { overwriting } from '../../../src/domain/review/termbase-conflicts';
import { Button, Suggestions, written } from '../../components/form';
import { Loading } from '../../components/resource';
import { languageName, numberText } from '../../format';
import { Chooser } from './chooser';
import { detailsShown, isShown, showColumn, toggleDetails } from '../preferences';
import { useReview } from '../review-actions';
import type { TermEdit } from '../sheet';

export function BulkBar({ onReplace }: { onReplace: () => void }) {
  const { store, actions, open } = useReview();
  const { list, shown, whole, comparing } = store;
  const shownCount = shown.value.length;
  const { total = 0, part = null } = list.value ?? {};
  const chosenCount = actions.chosen().length;
  return (
    <div class="bulk-bar row">
      <span role="status">
        {list.value !== null &&
          `${numberText(shownCount)} of ${numberText(total)} terms${whole.value ? '' : ' loaded'}`}
        {chosenCount > 0 && `, ${numberText(chosenCount)} selected`}
      </span>
      {list.value !== null && !whole.value && <Loading lines={1} />}
      {comparing.value && <span class="muted">Comparing with the termbase…</span>}
      {part !== null && <span class="trouble">{part}</span>}
      {open && chosenCount > 0 && <BulkButtons />}
      <span class="gap" />
      {open && (
        <>
          <Button class="quiet" disabled={store.steps.value.length === 0} onClick={() => actions.undo()}>
            Undo <kbd>u</kbd>
          </Button>
          <Button class="quiet" onClick={onReplace}>
            Replace… <kbd>r</kbd>
          </Button>
        </>
      )}
      <Chooser
        label="Columns"
        legend="Columns of the table"
        options={store.columns.value.map((column) => ({ ...column, isChosen: isShown(column) }))}
        onChoose={showColumn}
      />
      <Button class="quiet" aria-pressed={detailsShown.value} onClick={toggleDetails}>
        Details <kbd>i</kbd>
      </Button>
      <Suggestions id="categories" texts={store.categories.value} />
    </div>
  );
}

function BulkButtons() {
  const { store, actions } = useReview();
  const chosen = actions.chosen();
  return (
    <>
      <Button onClick={() => actions.setAccepted(chosen, true)}>Accept</Button>
      <Button class="danger" onClick={() => actions.mark(chosen, true)}>
        Delete
      </Button>
      {chosen.some(({ removed }) => removed !== null) && (
        <Button onClick={() => actions.mark(chosen, false)}>Restore</Button>
      )}
      {overwriting(chosen).length > 0 && (
        <Button onClick={() => actions.keepTermbase(chosen)}>Keep termbase values</Button>
      )}
      <BulkEdit
        languages={store.facts.value.languages}
        onSet={(edit, what) => actions.setAll(chosen, edit, what)}
      />
      <Button class="quiet" onClick={() => actions.clearSelection()}>
        Clear
      </Button>
    </>
  );
}

interface BulkField {
  name: string;
  title: string;
  edit: (value: string) => TermEdit;
  canBeEmpty: boolean;
}

function fieldsOf(languages: readonly string[]): BulkField[] {
  return [
    { name: 'category', title: 'Category', edit: (category) => ({ category }), canBeEmpty: false },
    { name: 'score', title: 'Score', edit: (score) => ({ score: Number(score) }), canBeEmpty: false },
    { name: 'note', title: 'Note', edit: (note) => ({ note }), canBeEmpty: true },
    ...languages.map((language) => ({
      name: language,
      title: languageName(language),
      edit: (text: string) => ({ translations: { [language]: text } }),
      canBeEmpty: true,
    })),
  ];
}

function BulkEdit({
  languages,
  onSet,
}: {
  languages: readonly string[];
  onSet: (edit: TermEdit, what: string) => void;
}) {
  const name = useSignal('category');
  const value = useSignal('');
  const fields = fieldsOf(languages);
  const field = fields.find((found) => found.name === name.value) ?? fields[0];
  if (field === undefined) return null;
  const isScore = field.name === 'score';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSet(field.edit(value.value.trim()), field.title);
      }}
    >
      <select
        aria-label="Field to set for the selected terms"
        value={field.name}
        onChange={(event) => {
          name.value = event.currentTarget.value;
          value.value = '';
        }}
      >
        {fields.map(({ name: own, title }) => (
          <option key={own} value={own}>
            {title}
          </option>
        ))}
      </select>
      <input
        aria-label={`${field.title} for the selected terms`}
        placeholder={field.title}
        type={isScore ? 'number' : 'text'}
        {...(isScore && { min: 0, max: 10, step: 'any' })}
        {...(field.name === 'category' && { list: 'categories' })}
        maxLength={MOST_TERM_CHARS[field.name === 'category' ? 'category' : 'translation']}
        required={!field.canBeEmpty}
        dir="auto"
        {...written(value)}
      />
      <button type="submit" disabled={!field.canBeEmpty && value.value.trim() === ''}>
        Set
      </button>
    </form>
  );
}
