import type { SheetTerm } from './sheet';

/** Terms of which the same is to be said, together. */
export function alike<What>(
  terms: Iterable<SheetTerm>,
  whatOf: (term: SheetTerm) => What,
): { termIds: string[]; what: What }[] {
  const groups = new Map<string, { termIds: string[]; what: What }>();
  for (const term of terms) {
    const what = whatOf(term);
    const key = JSON.stringify(what);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { termIds: [term.id], what });
    else group.termIds.push(term.id);
  }
  return [...groups.values()];
}
