import { withStrings } from '../../../src/domain/review/term-occurrences';
import type { ReviewTerm } from '../../../src/domain/review/term-sheet';

const term = (text: string, context = 'elsewhere'): ReviewTerm => ({
  id: text,
  term: text,
  context,
  category: 'character',
  score: 5,
  note: '',
  translations: {},
});

/** The ids of the strings of each term. */
function stringsOf(terms: readonly ReviewTerm[], contents: Readonly<Record<string, string>>): string[][] {
  const strings = Object.entries(contents).map(([string_id, content]) => ({ string_id, content }));
  return withStrings(terms, strings, new Map()).map(({ strings: found = [] }) => found.map(({ id }) => id));
}

it('finds a term wherever it is a word of its own, in any case', () => {
  const contents = { a: 'Hello Mira!', b: 'MIRA, Mira', c: 'Miracle', d: 'Elmira', e: '«mira»', f: 'Mirá' };
  expect(stringsOf([term('Mira')], contents)).toEqual([['a', 'b', 'e']]);
});

it('finds several terms in one string, also those that begin alike or within each other', () => {
  const contents = { a: 'The Old Mill of Old Town', b: 'the old mill', c: 'a mill' };
  const terms = [term('Old Mill'), term('Old Town'), term('old'), term('Mill'), term('X')];
  expect(stringsOf(terms, contents)).toEqual([['a', 'b'], ['a'], ['a', 'b'], ['a', 'b', 'c'], []]);
});

it('finds terms within the text of scripts without blanks between words', () => {
  const contents = { a: '水晶の塔へ', b: '塔', c: 'หอคอยคริสตัล' };
  expect(stringsOf([term('塔'), term('水晶の塔'), term('คริสตัล')], contents)).toEqual([
    ['a', 'b'],
    ['a'],
    ['c'],
  ]);
});

it('finds the string that is the context of a term, although it has the term in another form', () => {
  expect(stringsOf([term('wolf', 'Two wolves')], { a: 'Two wolves', b: 'Wolves' })).toEqual([['a']]);
});

it('adds what the file of a string says of it', () => {
  const notes = new Map([['a', { comment: 'sung', maxLength: 20 }]]);
  const [found] = withStrings([term('Mira')], [{ string_id: 'a', content: 'Mira' }], notes);
  expect(found?.strings).toEqual([{ id: 'a', comment: 'sung', maxLength: 20 }]);
});

describe('a term that is everywhere', () => {
  const strings = Array.from({ length: 1000 }, (_, i) => ({
    string_id: `${i}`.padEnd(5000, 'x'),
    content: 'OK',
  }));

  it('has fifty strings at most, with ids that can be shown, and the number of the others', () => {
    const [only] = withStrings([term('OK')], strings, new Map());
    expect(only?.strings?.map(({ id }) => id.length)).toEqual(Array.from({ length: 50 }, () => 300));
    expect(only?.moreStrings).toBe(950);
  });

  it('has fewer of them in a long list', () => {
    const countIn = (count: number): number | undefined => {
      const terms = Array.from({ length: count }, () => term('OK'));
      return withStrings(terms, strings.slice(0, 60), new Map())[0]?.strings?.length;
    };
    expect([600, 5000, 50_000].map(countIn)).toEqual([50, 6, 3]);
  });
});

it('ends after a bounded amount of work, whatever the terms and texts', () => {
  const terms = Array.from({ length: 2000 }, (_, i) => term('a '.repeat(i + 1).trim()));
  const strings = Array.from({ length: 20 }, (_, i) => ({ string_id: `${i}`, content: 'a '.repeat(50_000) }));
  // Without a bound there would be two thousand comparisons at each of a million places.
  expect(withStrings(terms, strings, new Map())[0]?.strings).toHaveLength(1);
});
