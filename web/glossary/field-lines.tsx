import { languageName } from '../language-name';
import { words } from '../messages/words';

interface ShownField {
  field: string;
  /** Null: not known. */
  old: string | null;
  new: string;
}

export function fieldName(field: string): string {
  const { category, pic } = words.glossary.fields;
  return field === 'category' ? category : field === 'pic' ? pic : languageName(field);
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
  const says = words.glossary;
  if (text === null) return <span class="muted">{says.notKnown}</span>;
  if (text === '') return <span class="muted">{isOld ? says.nothing : says.empty}</span>;
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
