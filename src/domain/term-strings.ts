/** Where a term comes from: the strings whose text is that in which it was found, with what their file says of them. */
import type { ReviewTerm, TermString } from './term-sheet';

/** As many as somebody looks through; a text that is everywhere has thousands. */
const MOST_STRINGS = 50;
/** Of all terms together, so that a long list stays light: each of them has a few at least. */
const MOST_IN_ALL = 30_000;
const FEW_STRINGS = 3;
const MOST_ID_CHARS = 300;

type Note = Omit<TermString, 'id'>;

export function withStrings(
  terms: readonly ReviewTerm[],
  strings: Iterable<{ string_id: string; content: string }>,
  notes: ReadonlyMap<string, Note>,
): ReviewTerm[] {
  const fair = Math.floor(MOST_IN_ALL / Math.max(1, terms.length));
  const most = Math.min(MOST_STRINGS, Math.max(FEW_STRINGS, fair));
  const found = new Map(terms.map(({ context }) => [context, { places: [] as TermString[], count: 0 }]));
  for (const { string_id, content } of strings) {
    const uses = found.get(content);
    if (uses === undefined) continue;
    uses.count += 1;
    if (uses.count > most) continue;
    uses.places.push({ id: string_id.slice(0, MOST_ID_CHARS), ...notes.get(string_id) });
  }
  return terms.map((term) => {
    const { places: strings = [], count = 0 } = found.get(term.context) ?? {};
    if (count === 0) return term;
    return { ...term, strings, ...(count > most && { moreStrings: count - most }) };
  });
}
