/** What can be said of the strings of a source: what changed, how many words they have, and in which of them a term was found. */
import type { ReviewTerm, TermString } from './review/term-sheet';

/** Which strings of a source are new, changed or gone since an earlier one, by their ids. */
export interface StringChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

/** Each maps the id of a string to what it says, or to a digest of that. */
export function stringChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): StringChanges {
  const [old, fresh] = [[...before.keys()], [...after.keys()]];
  return {
    added: fresh.filter((id) => !before.has(id)),
    changed: fresh.filter((id) => before.has(id) && before.get(id) !== after.get(id)),
    removed: old.filter((id) => !after.has(id)),
  };
}

const PIECE_CHARS = 2000;
let words: Intl.Segmenter | undefined;

/** Words as a reader counts them, in languages without spaces too. */
export function countWords(text: string): number {
  let count = 0;
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  // In pieces: of a run without blanks it takes the square of the length.
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    for (const { isWordLike } of words.segment(text.slice(at, at + PIECE_CHARS)))
      if (isWordLike === true) count += 1;
  return count;
}

/** As many as somebody looks through; a text that is everywhere has thousands. */
const MOST_STRINGS = 50;
/** Of all terms together, so that a long list stays light: each of them has a few at least. */
const MOST_IN_ALL = 30_000;
const FEW_STRINGS = 3;
const MOST_ID_CHARS = 300;

type Note = Omit<TermString, 'id'>;

/** Adds to each term the strings whose text is that in which it was found, with what their file says of them. */
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
