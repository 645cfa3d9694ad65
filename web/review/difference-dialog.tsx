import type { ComponentChildren } from 'preact';
import { Dialog, LeaveButton } from '../components/dialog';
import { More } from '../components/text';
import { counted, languageName } from '../format';
import { type FieldChange, fieldChanges, type ListDifference } from './saving/differences';
import { isPlain, type SheetTerm } from './sheet';

const MOST_SHOWN = 100;

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
      <ShownTerms title={`New: ${counted(added.length, 'term')}`} terms={added.map(named)} />
      <ShownTerms title={`Removed: ${counted(gone.length, 'term')}`} terms={gone.map(named)} />
      <ShownTerms
        title={counted(changed.length, 'changed term')}
        terms={changed.map(({ id, before, now }) => ({
          id,
          term: now.term,
          rest: <FieldChanges changes={fieldChanges(before, now)} />,
        }))}
      />
      <LeaveButton label="Continue with the new list" onLeave={onLeave} />
    </Dialog>
  );
}

interface ShownTerm {
  id: string;
  term: string;
  rest: ComponentChildren;
}

const named = ({ id, term, category }: SheetTerm): ShownTerm => ({
  id,
  term,
  rest: <bdi class="muted">{category}</bdi>,
});

function ShownTerms({ title, terms }: { title: string; terms: readonly ShownTerm[] }) {
  if (terms.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <TermList terms={terms} />
    </section>
  );
}

/** Terms, each with what is said of it. */
export function TermList({ terms, most = MOST_SHOWN }: { terms: readonly ShownTerm[]; most?: number }) {
  return (
    <>
      <ul class="difference stack">
        {terms.slice(0, most).map(({ id, term, rest }) => (
          <li key={id}>
            <strong dir="auto">{term}</strong> {rest}
          </li>
        ))}
      </ul>
      <More count={terms.length - most} />
    </>
  );
}

export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return changes.map(({ field, from, to }) => {
    const language = isPlain(field) ? undefined : field;
    return (
      <p key={field}>
        <span class="muted">{isPlain(field) ? field : languageName(field)}</span>{' '}
        <del dir="auto" lang={language}>
          {from || 'nothing'}
        </del>{' '}
        <ins dir="auto" lang={language}>
          {to || 'nothing'}
        </ins>
      </p>
    );
  });
}
