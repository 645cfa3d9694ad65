/** Terms of a review by what a person calls them: the id, or the text exactly as it is. */
import { nearestWord } from '../domain/suggest-word';
import { BadRequest, NotThere } from './errors';

interface Called {
  id: string;
  term: string;
}

/** An id comes first: a text may look like one. */
export function termCalled<Term extends Called>(
  name: string,
  terms: readonly Term[],
  { byIdOnly = false } = {},
): Term {
  const found = terms.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const called = byIdOnly ? [] : terms.filter(({ term }) => term === name);
  const [term] = called;
  if (term === undefined) {
    const nearest = byIdOnly
      ? null
      : nearestWord(name, terms.map(({ term }) => term).slice(0, MOST_COMPARED));
    const meant = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    throw new NotThere(`The term list has no term "${name}".${meant}`);
  }
  if (called.length === 1) return term;
  throw new BadRequest(
    `${called.length} terms are called "${name}". Give the id of one: ${called.map(({ id }) => id).join(', ')}.`,
  );
}

/** Each text is compared letter by letter. */
const MOST_COMPARED = 2000;
