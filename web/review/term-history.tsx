import { When } from '../components/when';
import { changedFieldName } from './changed-field-name';
import { fieldChanges, type FieldChange } from './field-changes';
import { withEdit, type SheetTerm, type TermValues } from './sheet';

/** What was done to the term since the scan, and by whom. */
export function TermHistory({ term }: { term: SheetTerm }) {
  const { removed, accepted = [], steps = [] } = term;
  if (removed === null && steps.length === 0 && accepted.length === 0) return null;
  return (
    <section>
      <h3>History</h3>
      {stepsOf(term).map(({ by, at, changes }, index) => (
        <div key={index}>
          <p>
            Edited by <bdi>{by}</bdi> <When at={at} ago />
          </p>
          <ul class="difference">
            {changes.map((change) => (
              <Changed key={change.field + (change.language ?? '')} change={change} />
            ))}
          </ul>
        </div>
      ))}
      {accepted.map(({ by, at, languages }) => (
        <p key={by}>
          Accepted by <bdi>{by}</bdi> in {languages.join(', ')} <When at={at} ago />
        </p>
      ))}
      {removed !== null && (
        <p class="trouble">
          Marked for deletion by <bdi>{removed.by}</bdi> <When at={removed.at} ago />
        </p>
      )}
    </section>
  );
}

/** Each edit with what it replaced, from what the scan found on. */
function stepsOf(term: SheetTerm) {
  let before: TermValues = term.edited?.before ?? term;
  return (term.steps ?? []).map(({ by, at, set }) => {
    const now = withEdit(before, set);
    const changes = fieldChanges(before, now);
    before = now;
    return { by, at, changes };
  });
}

function Changed({ change: { field, language, from, to } }: { change: FieldChange }) {
  return (
    <li>
      <span class="muted">{changedFieldName(field, language)}</span>{' '}
      <del dir="auto" lang={language ?? undefined}>
        {from || 'nothing'}
      </del>{' '}
      <ins dir="auto" lang={language ?? undefined}>
        {to || 'nothing'}
      </ins>
    </li>
  );
}
