/**
 * Unsaved input. Each draft is stored in this browser under its term until it is saved or discarded, so that a person
 * who leaves the page, closes the window or edits another term finds it again.
 */
import { signal } from '@preact/signals-core';
import {
  differingFields,
  editBetween,
  editOfFields,
  isPlain,
  type SheetTerm,
  type TermEdit,
  type TermValues,
  valueOf,
  withEdit,
} from '../sheet';

export interface Draft {
  termId: string;
  /** The term when its editing began: only fields that differ from it are saved. */
  base: TermValues;
  values: TermValues;
}

/** Storage of drafts. Each is stored separately, because several windows may have drafts of one release. */
export interface StoredDrafts {
  read: () => Draft[];
  /** null: the draft is removed. */
  write: (termId: string, draft: Draft | null) => void;
}

export class Drafts {
  readonly all = signal<ReadonlyMap<string, Draft>>(new Map());

  constructor(private readonly stored: StoredDrafts) {
    this.reread();
  }

  /** Another window may have changed some drafts. */
  reread(): void {
    const now = this.stored.read();
    if (JSON.stringify(now) === JSON.stringify([...this.all.peek().values()])) return;
    this.all.value = new Map(now.map((draft) => [draft.termId, draft]));
  }

  /** A draft without a change is removed. */
  keep({ termId, base, values }: Draft): void {
    if (editBetween(base, values) === null) this.drop(termId);
    else this.#set(termId, { termId, base, values });
  }

  drop(termId: string): void {
    if (this.all.value.has(termId)) this.#set(termId, null);
  }

  #set(termId: string, draft: Draft | null): void {
    const all = new Map(this.all.value);
    if (draft === null) all.delete(termId);
    else all.set(termId, draft);
    this.all.value = all;
    this.stored.write(termId, draft);
  }
}

/** Whether the release would accept the draft: a field may still be incomplete. */
export function isComplete({ values: { term, score } }: Draft): boolean {
  // JSON stores NaN, of an empty number field, as null.
  return term.trim() !== '' && typeof score === 'number' && score >= 0 && score <= 10;
}

/** A field that the operator has typed into and that somebody else has changed since. */
export interface Collision {
  /** `term`, `category`, `score`, `note`, or the code of a language. */
  field: string;
  theirs: string;
  /** null: somebody at the service, whose name is not known here. */
  by: string | null;
}

export function collisions({ base, values }: Draft, term: SheetTerm): Collision[] {
  return differingFields(base, term)
    .filter((field) => isOther(values, base, field) && isOther(values, term, field))
    .map((field) => ({ field, theirs: String(valueOf(term, field)), by: lastEditor(term, field) }));
}

/** Updates the draft's fields that nobody typed into to the term's present values. */
export function followed<Any extends Draft>(draft: Any, term: SheetTerm): Any {
  const isUntouched = (field: string): boolean =>
    !isOther(draft.values, draft.base, field) || !isOther(draft.values, term, field);
  return differingFields(draft.base, term)
    .filter(isUntouched)
    .reduce((open, field) => withTheirs(open, term, field), draft);
}

/** Keeps the operator's text, which knowingly replaces the term's present value. */
export const withMine = <Any extends Draft>(draft: Any, term: SheetTerm, field: string): Any => ({
  ...draft,
  base: withEdit(draft.base, editOfFields(term, [field])),
});

export const withTheirs = <Any extends Draft>(draft: Any, term: SheetTerm, field: string): Any => ({
  ...withMine(draft, term, field),
  values: withEdit(draft.values, editOfFields(term, [field])),
});

const isOther = (one: TermValues, other: TermValues, field: string): boolean =>
  valueOf(one, field) !== valueOf(other, field);

function lastEditor({ steps = [] }: SheetTerm, field: string): string | null {
  const hasSet = (set: TermEdit): boolean =>
    Object.hasOwn(isPlain(field) ? set : (set.translations ?? {}), field);
  return steps.findLast(({ set }) => hasSet(set))?.by ?? null;
}
