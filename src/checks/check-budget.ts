/** Checks whether a release stays within the budget of its file. It calls no service. */
import { estimateLines, estimateOf, overBudget, type Prices } from '../domain/cost';
import type { ReleaseSpec } from '../domain/release/release-file';
import type { ReleaseSource } from '../domain/release/release-input';
import { indented } from '../domain/text/sentence';
import { measuredSnapshot } from '../source/read-apart';
import type { StoreReader } from '../store/unwritten-store';

export interface BudgetCheck {
  /** null: the release is within its budget. */
  over: BudgetExcess | null;
  /** Whether the budget has a cost but the configuration has no prices. */
  isUnpriced: boolean;
  /** Why the budget could not be checked; null: it was. */
  unjudged: string | null;
}

export interface BudgetExcess {
  sentence: string;
  /** The estimate of each language, and of all together. */
  table: string[];
}

const noBudget: BudgetCheck = { over: null, isUnpriced: false, unjudged: null };

interface BudgetAccess {
  source: ReleaseSource;
  store: StoreReader;
  prices: Prices | null;
  /**
   * Whether the files of this machine belong to the caller: then only the caller waits while their words are counted.
   */
  readsFiles?: boolean;
}

/** Counting words is slow, so it is done only where the file has a budget. */
export async function checkBudget(
  { budget, source, targetLanguages, supplementLanguages }: ReleaseSpec,
  access: BudgetAccess,
): Promise<BudgetCheck> {
  if (budget === undefined) return noBudget;
  const words = await wordsOf(access);
  if (words === null) {
    const why =
      'url' in source ? 'the service reads the source' : 'the source is too long to count its words';
    return { ...noBudget, unjudged: `The budget was not checked, because ${why}.` };
  }
  const estimate = estimateOf(words, [...targetLanguages, ...supplementLanguages], access.prices);
  const over = overBudget(budget, estimate);
  return {
    over:
      over === null
        ? null
        : {
            sentence: `The release is over its budget: ${over}.`,
            table: estimateLines(estimate).map(indented),
          },
    isUnpriced: budget.cost !== undefined && access.prices === null,
    unjudged: null,
  };
}

/** Returns null where only the service reads the strings, or where they are too many to count. */
async function wordsOf({ source, store, readsFiles = false }: BudgetAccess): Promise<number | null> {
  if (source.kind === 'url') return null;
  const contents = { snapshot: await store.get(source.sha256), before: null };
  return (await measuredSnapshot(contents, readsFiles)).words;
}
