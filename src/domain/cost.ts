/** What a release may cost at most. What the translation memory has may cost less; only the service knows that. */
import { counted } from './text/counted';
export interface Prices {
  /** An ISO 4217 code such as EUR. */
  currency: string;
  perWord: number;
  /** These prices take precedence over `perWord`. */
  byLanguage: Readonly<Record<string, number>>;
}

export type Estimate = ReturnType<typeof estimateOf>;

export function estimateOf(sourceWords: number, languages: readonly string[], prices: Prices | null) {
  const priced = languages.map((language) => ({
    language,
    words: sourceWords,
    cost: prices && hundredths(sourceWords * (prices.byLanguage[language] ?? prices.perWord)),
  }));
  return {
    words: sourceWords * languages.length,
    /** null: no prices are configured. */
    currency: prices?.currency ?? null,
    // The sum is of the rounded costs that are shown, so that the column adds up.
    cost: prices && hundredths(priced.reduce((sum, { cost }) => sum + (cost ?? 0), 0)),
    languages: priced,
  };
}

export interface Budget {
  words?: number | undefined;
  cost?: number | undefined;
}

/** How far the estimate exceeds the budget, in words; null: it does not, as far as can be calculated. */
export function overBudget(budget: Budget, { words, cost, currency }: Estimate): string | null {
  const over = [
    ...(budget.words !== undefined && words > budget.words
      ? [`${counted(words, 'word')} to translate, and budget.words is ${budget.words}`]
      : []),
    ...(budget.cost !== undefined && cost !== null && cost > budget.cost
      ? [`${amount(cost, currency)}, and budget.cost is ${amount(budget.cost, currency)}`]
      : []),
  ];
  return over.length === 0 ? null : over.join('; ');
}

const MOST_LINES = 60;

export function estimateLines({ words, cost, currency, languages }: Estimate): string[] {
  const line = (name: string, count: number, price: number | null): string =>
    `${name.padEnd(11)} ${String(count).padStart(9)} words${price === null ? '' : `  ${amount(price, currency).padStart(16)}`}`;
  const shown = languages.slice(0, MOST_LINES);
  const left = languages.length - shown.length;
  return [
    ...shown.map((row) => line(row.language, row.words, row.cost)),
    ...(left > 0 ? [`and ${left} more`] : []),
    line('in all', words, cost),
  ];
}

/** `12.50 EUR` */
export function amount(value: number, currency: string | null): string {
  return `${value.toFixed(2)} ${currency ?? ''}`.trimEnd();
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

const PIECE_CHARS = 2000;
let words: Intl.Segmenter | undefined;

/** Words are segmented by Unicode rules, so that languages without spaces count too. */
export function countWords(text: string): number {
  let count = 0;
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  // The text is cut into pieces because segmenting a run without blanks takes quadratic time.
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    for (const { isWordLike } of words.segment(text.slice(at, at + PIECE_CHARS)))
      if (isWordLike === true) count += 1;
  return count;
}
