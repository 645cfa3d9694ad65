import { When } from '../components/when';
import { changedFieldName } from './changed-field-name';
import { fieldChanges } from './field-changes';
import type { SheetTerm } from './sheet';

/** What was done to the term since the scan, and by whom. */
export function TermHistory({ term }: { term: SheetTerm }) {
  const { edited, removed, comments = [] } = term;
  if (edited === null && removed === null && comments.length === 0) return null;
  return (
    <section>
      <h3>History</h3>
      {edited !== null && (
        <>
          <p>
            Edited by <bdi>{edited.by}</bdi> <When at={edited.at} ago />
          </p>
          <ul class="difference">
            {fieldChanges(edited.before, term).map(({ field, language, from, to }) => (
              <li key={field + (language ?? '')}>
                <span class="muted">{changedFieldName(field, language)}</span>{' '}
                <del dir="auto" lang={language ?? undefined}>
                  {from || 'nothing'}
                </del>{' '}
                <ins dir="auto" lang={language ?? undefined}>
                  {to || 'nothing'}
                </ins>
              </li>
            ))}
          </ul>
        </>
      )}
      {comments.map(({ by, at, text }) => (
        <p key={at}>
          <bdi>{by}</bdi> <When at={at} ago />: <q dir="auto">{text}</q>
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
