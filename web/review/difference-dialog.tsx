import { Dialog } from '../components/dialog';
import { counted, numberText } from '../format';
import { changedFieldName, type FieldChange, fieldChanges, type ListDifference } from './saving/differences';
import type { SheetTerm } from './sheet';

export const MOST_SHOWN = 100;

/** Shows the terms that were added, removed or changed since the list was opened. */
export function DifferenceDialog({
  difference,
  onLeave,
}: {
  difference: ListDifference;
  onLeave: () => void;
}) {
  const { added, gone, changed } = difference;
  return (
    <Dialog title="The list has changed since you opened it" onLeave={onLeave} wide>
      <p>Nothing was confirmed. Your changes are kept. Check what is different, then confirm again.</p>
      <TermsOf title={`New: ${counted(added.length, 'term')}`} terms={added} />
      <TermsOf title={`Removed: ${counted(gone.length, 'term')}`} terms={gone} />
      {changed.length > 0 && (
        <section>
          <h3>{counted(changed.length, 'changed term')}</h3>
          <ul class="difference">
            {changed.slice(0, MOST_SHOWN).map(({ id, before, now }) => (
              <li key={id}>
                <strong dir="auto">{now.term}</strong>
                <FieldChanges changes={fieldChanges(before, now)} />
              </li>
            ))}
          </ul>
          <More count={changed.length - MOST_SHOWN} />
        </section>
      )}
      <div class="buttons">
        <button type="button" class="primary" autoFocus onClick={onLeave}>
          Continue with the new list
        </button>
      </div>
    </Dialog>
  );
}

function TermsOf({ title, terms }: { title: string; terms: readonly SheetTerm[] }) {
  if (terms.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="difference">
        {terms.slice(0, MOST_SHOWN).map(({ id, term, category }) => (
          <li key={id}>
            <strong dir="auto">{term}</strong> <bdi class="muted">{category}</bdi>
          </li>
        ))}
      </ul>
      <More count={terms.length - MOST_SHOWN} />
    </section>
  );
}

export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return changes.map(({ field, language, from, to }) => (
    <p key={field + (language ?? '')}>
      <span class="muted">{changedFieldName(field, language)}</span>{' '}
      <del dir="auto" lang={language ?? undefined}>
        {from || 'nothing'}
      </del>{' '}
      <ins dir="auto" lang={language ?? undefined}>
        {to || 'nothing'}
      </ins>
    </p>
  ));
}

export const More = ({ count }: { count: number }) =>
  count > 0 ? <p class="muted">and {numberText(count)} more</p> : null;
