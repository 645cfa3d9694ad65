/** Where a term comes from: the strings whose text is that in which it was found, with what their file says of them. */
import type { ReviewTerm, TermString } from './term-sheet';

/** A few show what is meant; a text that is everywhere has thousands. */
export const MOST_STRINGS = 3;
const MOST_ID_CHARS = 300;

type Note = Omit<TermString, 'id'>;

export function withStrings(
  terms: readonly ReviewTerm[],
  strings: Iterable<{ string_id: string; content: string }>,
  notes: ReadonlyMap<string, Note>,
): ReviewTerm[] {
  const found = new Map(terms.map(({ context }): [string, TermString[]] => [context, []]));
  for (const { string_id, content } of strings) {
    const places = found.get(content);
    if (places === undefined || places.length >= MOST_STRINGS) continue;
    places.push({ id: string_id.slice(0, MOST_ID_CHARS), ...notes.get(string_id) });
  }
  return terms.map((term) => {
    const places = found.get(term.context) ?? [];
    return places.length === 0 ? term : { ...term, strings: places };
  });
}
