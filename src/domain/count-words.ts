const PIECE_CHARS = 2000;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words as a reader counts them, in languages without spaces too. */
export function countWords(text: string): number {
  let count = 0;
  // In pieces: of a run without blanks it takes the square of the length.
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    for (const { isWordLike } of words.segment(text.slice(at, at + PIECE_CHARS)))
      if (isWordLike === true) count += 1;
  return count;
}

/** Some languages take a second for half a million characters. */
const MOST_COUNTED_CHARS = 10_000_000;

/** null: counting them would take too long. */
export function countAllWords(texts: readonly string[]): number | null {
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  return chars > MOST_COUNTED_CHARS ? null : texts.reduce((sum, text) => sum + countWords(text), 0);
}
