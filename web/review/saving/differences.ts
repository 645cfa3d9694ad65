/** Differences between the list that an operator has reviewed and the present one. */
import { differingFields, sameValues, type SheetTerm, type TermValues, valueOf, valuesOf } from '../sheet';

interface ChangedTerm {
  id: string;
  before: TermValues;
  now: TermValues;
}

export interface ListDifference {
  added: SheetTerm[];
  gone: SheetTerm[];
  changed: ChangedTerm[];
}

/** Only changes of the list itself count, and not those by operators. */
export function upstreamDifference(before: readonly SheetTerm[], now: readonly SheetTerm[]): ListDifference {
  const old = new Map(before.map((term) => [term.id, term]));
  const fresh = new Set(now.map(({ id }) => id));
  return {
    added: now.filter(({ id }) => !old.has(id)),
    gone: before.filter(({ id }) => !fresh.has(id)),
    changed: now.flatMap((term) => {
      const was = old.get(term.id);
      if (was === undefined || !sameEdit(was, term) || sameValues(was, term)) return [];
      return [{ id: term.id, before: valuesOf(was), now: valuesOf(term) }];
    }),
  };
}

const sameEdit = (one: SheetTerm, other: SheetTerm): boolean =>
  one.edited?.at === other.edited?.at && one.edited?.by === other.edited?.by;

export const isSame = ({ added, gone, changed }: ListDifference): boolean =>
  added.length + gone.length + changed.length === 0;

/** Terms that others have edited, removed or restored since, and their names. */
export function othersChanges(
  before: readonly SheetTerm[],
  now: readonly SheetTerm[],
  me: string,
): { ids: string[]; by: string[] } {
  const old = new Map(before.map((term) => [term.id, term]));
  const ids: string[] = [];
  const by = new Set<string>();
  for (const term of now) {
    const was = old.get(term.id);
    if (was === undefined) continue;
    const authors = [
      sameEdit(was, term) ? null : (term.edited ?? was.edited),
      was.removed?.at === term.removed?.at ? null : (term.removed ?? was.removed),
    ].filter((author) => author !== null && author.by !== me);
    if (authors.length === 0) continue;
    ids.push(term.id);
    for (const author of authors) if (author !== null) by.add(author.by);
  }
  return { ids, by: [...by] };
}

export interface FieldChange {
  /** `term`, `category`, `score`, `note`, or the code of a language. */
  field: string;
  from: string;
  to: string;
}

export const fieldChanges = (before: TermValues, now: TermValues): FieldChange[] =>
  differingFields(before, now).map((field) => ({
    field,
    from: String(valueOf(before, field)),
    to: String(valueOf(now, field)),
  }));
