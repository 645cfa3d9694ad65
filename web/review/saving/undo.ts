/** Undo of an operator's changes: each step has its changes and their reverse. */
import { replacedValues } from '../../../src/domain/review/term-changes';
import {
  acceptedBy,
  alike,
  alreadySo,
  type Change,
  type EditingChange,
  editOf,
  type SheetTerm,
  editOfEach,
  forTerms,
} from '../sheet';

export interface Step {
  /** Each change is of different terms. */
  did: readonly Change[];
  back: readonly Change[];
}

export const termsOf = ({ did }: Step): string[] => did.flatMap(({ termIds }) => termIds);

/** The number of steps that can be undone. */
export const MOST_STEPS = 200;

export function stepOf(terms: ReadonlyMap<string, SheetTerm>, did: readonly Change[], me: string): Step {
  const back = did.flatMap((change) => [...changesBack(terms, change), ...acceptedAgain(terms, change, me)]);
  return { did, back };
}

export function pushed(steps: readonly Step[], step: Step): readonly Step[] {
  return [...steps, step].slice(-MOST_STEPS);
}

/** The changes that undo a step now. Terms that somebody changed since stay as they are, and are counted. */
export function undoOf(
  terms: ReadonlyMap<string, SheetTerm>,
  step: Step,
  me: string,
): { changes: Change[]; left: number } {
  const untouched = new Set(
    step.did.flatMap((change) =>
      change.termIds.filter((id) => {
        const term = terms.get(id);
        return term !== undefined && alreadySo(term, change, me);
      }),
    ),
  );
  const changes = step.back
    .map((change) =>
      forTerms(
        change,
        change.termIds.filter((id) => untouched.has(id)),
      ),
    )
    .filter(({ termIds }) => termIds.length > 0);
  return { changes, left: termsOf(step).length - untouched.size };
}

function changesBack(terms: ReadonlyMap<string, SheetTerm>, change: Change): Change[] {
  switch (change.kind) {
    case 'mark':
      return [{ ...change, removed: !change.removed }];
    case 'accept':
      return [];
    case 'edit':
    case 'keep-termbase':
      return editsBack(terms, change);
  }
}

const editsBack = (terms: ReadonlyMap<string, SheetTerm>, change: EditingChange): Change[] =>
  editOfEach(
    Object.fromEntries(
      named(terms, change).map((term) => [term.id, replacedValues(term, editOf(term, change))]),
    ),
  );

/** Any change of a term withdraws its author's acceptance, so undo restores that as well. */
const acceptedAgain = (terms: ReadonlyMap<string, SheetTerm>, change: Change, me: string): Change[] =>
  alike(named(terms, change), (term) => acceptedBy(term, me))
    .filter(({ what }) => what !== null || change.kind === 'accept')
    .map(({ termIds, what: languages }) => ({ kind: 'accept', termIds, languages }));

const named = (terms: ReadonlyMap<string, SheetTerm>, { termIds }: Change): SheetTerm[] =>
  termIds.flatMap((id) => terms.get(id) ?? []);
