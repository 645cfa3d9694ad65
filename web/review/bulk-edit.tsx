import { useSignal } from '@preact/signals';
import { MOST_TERM_CHARS } from '../../src/domain/term-changes';
import { languageName } from '../language-name';
import type { TermEdit } from './sheet';

interface BulkField {
  name: string;
  title: string;
  edit: (value: string) => TermEdit;
  /** Whether it may be emptied. */
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

/** Sets one field of all selected terms to the same value. */
export function BulkEdit({
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
        value={value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
      <button type="submit" disabled={!field.canBeEmpty && value.value.trim() === ''}>
        Set
      </button>
    </form>
  );
}
