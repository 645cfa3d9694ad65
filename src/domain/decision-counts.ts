import type { SheetTerm } from './term-sheet';

interface DecisionCounts {
  /** Stay as the scan found them. */
  kept: number;
  edited: number;
  deleted: number;
}

/** What a confirmation would do. */
export function decisionCounts(terms: readonly Pick<SheetTerm, 'edited' | 'removed'>[]): DecisionCounts {
  const counts: DecisionCounts = { kept: 0, edited: 0, deleted: 0 };
  for (const { edited, removed } of terms) {
    if (removed !== null) counts.deleted += 1;
    else if (edited !== null) counts.edited += 1;
    else counts.kept += 1;
  }
  return counts;
}
