/** Terms of a review by what a person calls them: the id, or the text exactly as it is. */
import { nearestWord } from '../../domain/text/suggest-word';

interface Called {
  id: string;
  term: string;
}

/** Each text is compared letter by letter. */
const MOST_COMPARED = 2000;

/** The term, or what is wrong with its name. An id comes first: a text may look like one. */
export function termCalled<Term extends Called>(
  name: string,
  terms: readonly Term[],
  list = 'term list',
): Term | string {
  const found = terms.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const called = terms.filter(({ term }) => term === name);
  const [term] = called;
  if (term === undefined) {
    const texts = terms.slice(0, MOST_COMPARED).map(({ term }) => term);
    const nearest = nearestWord(name, texts);
    return `is not in the ${list}${nearest === null ? '' : ` (did you mean "${nearest}"?)`}`;
  }
  if (called.length === 1) return term;
  return `is the text of ${called.length} terms; give the id of one: ${called.map(({ id }) => id).join(', ')}`;
}
