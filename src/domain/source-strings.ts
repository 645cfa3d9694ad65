/** What can be said of the strings of a source: what changed and how many words they have. */

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
