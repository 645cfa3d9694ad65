/** The known word that a misspelled one most likely meant; null: none is near. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const letters = lettersOf(word);
  let nearest: string | null = null;
  // One typing error in three letters still shows the intended word; with more it is another word.
  let leastSlips = Math.floor(letters.length / 3) + 1;
  for (const candidate of known) {
    const slips = slipsBetween(letters, lettersOf(candidate));
    if (slips < leastSlips) [nearest, leastSlips] = [candidate, slips];
  }
  return nearest;
}

/** Ignores case and separators: `target_languages` and `TargetLanguages` are near `targetLanguages`. */
function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[-_. ]/g, '');
}

/** The edit distance: letters to add, drop, change or swap with their neighbour (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + change,
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** As many as a person will read. */
const MOST_SHOWN = 10;
/** These limits bound the time of the search. */
const MOST_COMPARED = 1000;
const MOST_LETTERS = 100;

/** The existing names, the nearest first, as a sentence or two that each begin with a space. */
export function whatThereIs(
  word: string,
  known: readonly string[],
  shown: (name: string) => string = (name) => name,
): string {
  if (known.length === 0) return ' There is none.';
  const letters = (name: string): string => lettersOf(name.slice(0, MOST_LETTERS));
  const nearness = new Map(
    known.slice(0, MOST_COMPARED).map((name) => [name, slipsBetween(letters(word), letters(name))]),
  );
  const names = [...nearness].sort(([, one], [, other]) => one - other).map(([name]) => shown(name));
  const more = known.length - MOST_SHOWN;
  const list = [...names.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  const nearest = nearestWord(word.slice(0, MOST_LETTERS), [...nearness.keys()]);
  return `${nearest === null ? '' : ` Did you mean ${nearest}?`} There ${known.length === 1 ? 'is' : 'are'}: ${list}.`;
}

export function unknownKey(key: string, allowed: readonly string[]): string {
  return `is not a known key${suggestion(key, allowed)}; allowed keys: ${allowed.join(', ')}`;
}

export function unknownValue(value: unknown, allowed: readonly string[]): string {
  return `must be one of ${allowed.join(', ')}${typeof value === 'string' ? suggestion(value, allowed) : ''}`;
}

function suggestion(word: string, allowed: readonly string[]): string {
  const nearest = nearestWord(word, allowed);
  return nearest === null ? '' : ` (did you mean ${nearest}?)`;
}
