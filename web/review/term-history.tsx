import { When } from '../components/when';
import { languageName } from '../language-name';
import { fieldChanges } from './field-changes';
import type { SheetTerm } from './sheet';

/** What was done to the term since the scan, and by whom. */
export function TermHistory({ term }: { term: SheetTerm }) {
  const { edited, removed } = term;
  if (edited === null && removed === null) return null;
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
                <span class="muted">{language === null ? field : languageName(language)}</span>{' '}
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
      {removed !== null && (
        <p class="trouble">
          <bdi>{removed.by}</bdi> wants it deleted, since <When at={removed.at} ago />
        </p>
      )}
    </section>
  );
}
