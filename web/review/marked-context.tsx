import { markTerm } from './mark-term';
import type { SheetTerm } from './sheet';

/** A text of the source in which the term stands, with the term marked. */
export function MarkedContext({
  text,
  term: { term, edited },
}: {
  text: string;
  term: Pick<SheetTerm, 'term' | 'edited'>;
}) {
  const terms = edited === null ? [term] : [edited.before.term, term];
  return (
    <span class="value context" dir="auto">
      {markTerm(text, terms).map(({ text: part, marked }, index) =>
        marked ? <mark key={index}>{part}</mark> : part,
      )}
    </span>
  );
}
