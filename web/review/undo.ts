/** Undo of what an operator did: each step knows what it did and what would take it back. */
import { replacedValues } from '../../src/domain/stale-edit';
import { alreadySo, editOf, type Change, type SheetTerm, type TermEdit } from './sheet';

export interface Step {
  /** Each of other terms. */
  did: readonly Change[];
  back: readonly Change[];
}

export const termsOf = ({ did }: Step): string[] => did.flatMap(({ termIds }) => termIds);

/** How far back undo reaches. */
export const MOST_STEPS = 200;

export function stepOf(terms: ReadonlyMap<string, SheetTerm>, did: readonly Change[]): Step {
  const back = did.flatMap((change) =>
    change.kind === 'mark' ? [{ ...change, removed: !change.removed }] : editsBack(terms, change),
  );
  return { did, back };
}

export function pushed(steps: readonly Step[], step: Step): readonly Step[] {
  return [...steps, step].slice(-MOST_STEPS);
}

/** What takes a step back now. Terms that somebody changed since then stay as they are, and are counted. */
export function undoOf(
  terms: ReadonlyMap<string, SheetTerm>,
  step: Step,
): { changes: Change[]; left: number } {
  const untouched = new Set(
    step.did.flatMap((change) =>
      change.termIds.filter((id) => {
        const term = terms.get(id);
        return term !== undefined && alreadySo(term, change);
      }),
    ),
  );
  const changes = step.back
    .map((change) => ({ ...change, termIds: change.termIds.filter((id) => untouched.has(id)) }))
    .filter(({ termIds }) => termIds.length > 0);
  return { changes, left: termsOf(step).length - untouched.size };
}

/** Terms that had the same values before go back together. */
function editsBack(
  terms: ReadonlyMap<string, SheetTerm>,
  change: Exclude<Change, { kind: 'mark' }>,
): Change[] {
  const groups = new Map<string, { edit: TermEdit; termIds: string[] }>();
  for (const id of change.termIds) {
    const term = terms.get(id);
    if (term === undefined) continue;
    const former = replacedValues(term, editOf(term, change));
    const key = JSON.stringify(former);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { edit: former, termIds: [id] });
    else group.termIds.push(id);
  }
  return [...groups.values()].map((group) => ({ kind: 'edit', ...group }));
}
