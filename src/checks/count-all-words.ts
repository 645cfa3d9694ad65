import { setImmediate } from 'node:timers/promises';
import { countWords } from '../domain/count-words';

/** Some languages take a second for half a million characters. */
const MOST_CHARS = 10_000_000;
/** After so many, others get their turn: a worker has more to do, and its calls are to show that it lives. */
const CHARS_AT_A_TIME = 50_000;

/** null: counting them would take too long. */
export async function countAllWords(texts: readonly string[]): Promise<number | null> {
  if (texts.reduce((sum, text) => sum + text.length, 0) > MOST_CHARS) return null;
  let [words, chars] = [0, 0];
  for (const text of texts) {
    words += countWords(text);
    chars += text.length;
    if (chars < CHARS_AT_A_TIME) continue;
    chars = 0;
    await setImmediate();
  }
  return words;
}
