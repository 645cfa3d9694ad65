import { scanTerms } from '../../../src/sandbox/localization/term-scan';

const found = (...contents: string[]): string[] => scanTerms(contents).map(({ term }) => term);

it.each([
  ['names of several words', ['You see the Silver Tower.'], ['Silver Tower']],
  ['single names that occur again within a sentence', ['Now ask Morgana.', 'Morgana left.'], ['Morgana']],
  ['no single name that occurs once', ['Now ask Morgana.'], []],
  ['no word that only begins sentences', ['Hello there.', 'Hello again. Hello!'], []],
  ['no common word before a name', ['The Silver Tower'], ['Silver Tower']],
  ['no placeholder', ['Now ask {Morgana Pendragon} or %Name', '{Morgana}'], []],
  ['names of any script with case', ['Где Железный Замок?'], ['Где Железный Замок']],
  ['nothing in scripts without case', ['剣を取れ'], []],
])('finds %s', (_, contents, terms) => {
  expect(found(...contents)).toEqual(terms);
});

it('gives each term a first context, a category, a score within bounds and a judgment', () => {
  const texts = Array.from({ length: 20 }, (_, index) => `${index}: the Ancient Stone Ring of Power`);
  expect(scanTerms(texts)).toEqual([
    {
      term: 'Ancient Stone Ring',
      content: '0: the Ancient Stone Ring of Power',
      category: 'Item',
      glossary_score: 10,
      judgment: expect.stringContaining('20 times') as string,
    },
    expect.objectContaining({ term: 'Power' }),
  ]);
});

it('finds the same in the same texts', () => {
  const texts = ['The Silver Tower fell.', 'Ask Morgana about the Dragon Sword; Morgana knows.'];
  expect(scanTerms(texts)).toEqual(scanTerms(texts));
});

it('bounds what a person is asked to read', () => {
  const texts = Array.from({ length: 6_000 }, (_, index) => `Hero H${index.toString(36)}x rises`);
  expect(scanTerms(texts)).toHaveLength(5_000);
});
