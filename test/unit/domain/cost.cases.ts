import { estimateLines, estimateOf, overBudget } from '../../../src/domain/cost';
import fc from '../../support/fast-check';

const prices = { currency: 'EUR', perWord: 0.1, byLanguage: { ja: 0.25 } };

it('has a price of its own for a language, or the one for all', () => {
  expect(estimateOf(10, ['fr', 'ja'], prices)).toEqual({
    words: 20,
    currency: 'EUR',
    cost: 3.5,
    languages: [
      { language: 'fr', words: 10, cost: 1 },
      { language: 'ja', words: 10, cost: 2.5 },
    ],
  });
});

it('counts words also where there are no prices', () => {
  expect(estimateOf(10, ['fr'], null)).toEqual({
    words: 10,
    currency: null,
    cost: null,
    languages: [{ language: 'fr', words: 10, cost: null }],
  });
});

it('adds up to the cent, whatever the prices are', () => {
  const price = fc.double({ min: 0, max: 1000, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(fc.constantFrom('fr', 'ja', 'de'), { maxLength: 3 }),
      price,
      price,
      (words, languages, perWord, ja) => {
        const estimate = estimateOf(words, languages, { currency: 'EUR', perWord, byLanguage: { ja } });
        const sum = estimate.languages.reduce((total, { cost }) => total + Math.round((cost ?? 0) * 100), 0);
        expect(Math.round((estimate.cost ?? 0) * 100)).toBe(sum);
      },
    ),
  );
});

describe('a budget', () => {
  const estimate = estimateOf(10, ['fr', 'ja'], prices);

  it.each([
    [{ words: 20 }, null],
    [{ words: 19 }, '20 words to translate, and budget.words is 19'],
    [{ cost: 3.5 }, null],
    [{ cost: 3.49 }, '3.50 EUR, and budget.cost is 3.49 EUR'],
    [
      { words: 1, cost: 1 },
      '20 words to translate, and budget.words is 1; 3.50 EUR, and budget.cost is 1.00 EUR',
    ],
  ])('%j', (budget, over) => {
    expect(overBudget(budget, estimate)).toBe(over);
  });

  it('of money says nothing without prices', () => {
    expect(overBudget({ cost: 1 }, estimateOf(10, ['fr'], null))).toBeNull();
  });
});

it('shows no more languages than a person reads', () => {
  const many = Array.from({ length: 100 }, (_, index) => `l${index}`);
  const lines = estimateLines(estimateOf(1, many, prices));
  expect(lines).toHaveLength(62);
  expect(lines.at(-2)).toBe('and 40 more');
});
