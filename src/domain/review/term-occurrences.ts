import type { ReviewTerm, TermString } from './term-sheet';

/** As many as a person looks through; a common term has thousands. */
const MOST_STRINGS = 50;
/** The limit for all terms together, so that a long list stays small; each term may have a few at least. */
const MOST_IN_ALL = 30_000;
const FEW_STRINGS = 3;
const MOST_ID_CHARS = 300;

type Note = Omit<TermString, 'id'>;

/** Adds the strings that have the term as whole words in any case, or, in another form, as their whole text. */
export function withStrings(
  terms: readonly ReviewTerm[],
  strings: Iterable<{ string_id: string; content: string }>,
  notes: ReadonlyMap<string, Note>,
): ReviewTerm[] {
  const fair = Math.floor(MOST_IN_ALL / Math.max(1, terms.length));
  const most = Math.min(MOST_STRINGS, Math.max(FEW_STRINGS, fair));
  const found = terms.map(() => ({ places: [] as TermString[], count: 0 }));
  const [byContext, byWords] = [groups(terms.map(({ context }) => context)), wordFinder(terms)];
  for (const { string_id, content } of strings) {
    for (const index of new Set([...(byContext.get(content) ?? []), ...byWords(content)])) {
      const uses = found[index];
      if (uses === undefined) continue;
      uses.count += 1;
      if (uses.count > most) continue;
      uses.places.push({ id: string_id.slice(0, MOST_ID_CHARS), ...notes.get(string_id) });
    }
  }
  return terms.map((term, index) => {
    const { places = [], count = 0 } = found[index] ?? {};
    if (count === 0) return term;
    return { ...term, strings: places, ...(count > most && { moreStrings: count - most }) };
  });
}

/** A limit of about a second of work; strings beyond it are not counted. */
const MOST_COMPARED_CHARS = 100_000_000;
const START_CHARS = 3;

function wordFinder(terms: readonly ReviewTerm[]): (text: string) => Iterable<number> {
  const folded = groups(terms.map(({ term }) => term.trim().toLowerCase()));
  folded.delete('');
  /** The lengths of the terms that start with these characters. */
  const starts = new Map<string, Set<number>>();
  for (const term of folded.keys()) {
    const start = term.slice(0, START_CHARS);
    starts.set(start, (starts.get(start) ?? new Set()).add(term.length));
  }
  const startLengths = new Set([...starts.keys()].map(({ length }) => length));
  let comparable = MOST_COMPARED_CHARS;
  return function* (given) {
    const text = given.toLowerCase();
    for (let at = 0; at < text.length && comparable > 0; at += 1) {
      comparable -= 1;
      for (const startLength of startLengths)
        for (const length of starts.get(text.slice(at, at + startLength)) ?? []) {
          comparable -= length;
          const indexes = folded.get(text.slice(at, at + length));
          if (indexes !== undefined && isWhole(text, at, at + length)) yield* indexes;
        }
    }
  };
}

/** The indexes at which each value occurs in a list. */
function groups(values: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, value] of values.entries()) {
    const known = places.get(value);
    if (known === undefined) places.set(value, [index]);
    else known.push(index);
  }
  return places;
}

/** Letters of scripts that put blanks between words; the other scripts have no visible word boundaries. */
const SPACED = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const isSpaced = (sign: string): boolean => SPACED.test(sign) && !UNSPACED.test(sign);

/** Whether no word continues beyond either end of the range. */
function isWhole(text: string, from: number, to: number): boolean {
  const goesOn = (at: number): boolean =>
    at > 0 && at < text.length && isSpaced(text.charAt(at - 1)) && isSpaced(text.charAt(at));
  return !goesOn(from) && !goesOn(to);
}
