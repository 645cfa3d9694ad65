import { languageName } from '../language-name';

interface ShownField {
  field: string;
  /** Null: not known. */
  old: string | null;
  new: string;
}

export function fieldName(field: string): string {
  return field === 'category' ? 'Category' : field === 'pic' ? 'Image' : languageName(field);
}

/** One line for each value: what it was, and what it became. */
export function FieldLines({ fields }: { fields: readonly ShownField[] }) {
  return (
    <dl class="field-lines">
      {fields.map(({ field, old, new: now }) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd>
            <Value field={field} text={old} isOld />
            <span class="becomes" aria-hidden="true" />
            <Value field={field} text={now} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, text, isOld = false }: { field: string; text: string | null; isOld?: boolean }) {
  if (text === null) return <span class="muted">not known</span>;
  if (text === '') return <span class="muted">{isOld ? 'nothing' : 'empty'}</span>;
  const language = field === 'category' || field === 'pic' ? undefined : field;
  return isOld ? (
    <del dir="auto" lang={language}>
      {text}
    </del>
  ) : (
    <ins dir="auto" lang={language}>
      {text}
    </ins>
  );
}
