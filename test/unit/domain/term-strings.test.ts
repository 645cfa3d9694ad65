import type { ReviewTerm } from '../../../src/domain/review/term-sheet';
import { withStrings } from '../../../src/domain/source-strings';

const term = (id: string, context: string): ReviewTerm => ({
  id,
  term: 'Mira',
  context,
  category: 'character',
  score: 5,
  note: '',
  translations: {},
});

describe('the strings of a term', () => {
  it('are those that have its text, with what is said of them', () => {
    const strings = [
      { string_id: 'a', content: 'Hello Mira' },
      { string_id: 'b', content: 'Hello' },
      { string_id: 'c', content: 'Hello Mira' },
    ];
    const notes = new Map([
      ['c', { comment: 'sung', maxLength: 20 }],
      ['b', { comment: 'not hers' }],
    ]);
    const terms = [term('1', 'Hello Mira'), term('2', 'Goodbye'), term('3', 'Hello Mira')];
    const found = [{ id: 'a' }, { id: 'c', comment: 'sung', maxLength: 20 }];
    expect(withStrings(terms, strings, notes)).toEqual([
      { ...terms[0], strings: found },
      terms[1],
      { ...terms[2], strings: found },
    ]);
  });

  it('are fifty at most, and fewer of each term in a long list, with ids that can be shown', () => {
    const strings = Array.from({ length: 1000 }, (_, i) => ({
      string_id: `${i}`.padEnd(5000, 'x'),
      content: 'OK',
    }));
    const [only] = withStrings([term('1', 'OK')], strings, new Map());
    expect(only?.strings?.map(({ id }) => id.length)).toEqual(Array.from({ length: 50 }, () => 300));
    expect(only?.moreStrings).toBe(950);
    const countIn = (terms: number): number | undefined =>
      withStrings(
        Array.from({ length: terms }, (_, i) => term(`${i}`, 'OK')),
        strings,
        new Map(),
      )[0]?.strings?.length;
    expect([600, 5000, 50_000].map(countIn)).toEqual([50, 6, 3]);
  });
});
