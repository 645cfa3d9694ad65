const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words as a reader counts them, in languages without spaces too. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike === true) count += 1;
  return count;
}
