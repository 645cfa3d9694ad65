/** The ids of the strings that are new, changed or gone since an earlier source. */
export interface StringChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

/** Each map goes from a string's id to its text, or to a digest of the text. */
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

/** Words are segmented by Unicode rules, so that languages without spaces count too. */
export function countWords(text: string): number {
  let count = 0;
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  // The text is cut into pieces because segmenting a run without blanks takes quadratic time.
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    for (const { isWordLike } of words.segment(text.slice(at, at + PIECE_CHARS)))
      if (isWordLike === true) count += 1;
  return count;
}
