/** What others save of a term while somebody has its form open. */
import { textIn } from '../../src/domain/term-sheet';
import type { Draft } from './drafts';
import { withEdit, type SheetTerm, type TermEdit, type TermValues } from './sheet';

/** A field that was typed into, and that somebody else has changed since. */
export interface Collision {
  /** `term`, `category`, `score`, `note`, or the code of a language. */
  field: string;
  theirs: string;
  /** null: nobody here, but somebody at the service. */
  by: string | null;
}

const plainFields = ['term', 'category', 'score', 'note'] as const;

export function collisions({ base, values }: Draft, term: SheetTerm): Collision[] {
  return changedFields(base, term)
    .filter((field) => isOther(values, base, field) && isOther(values, term, field))
    .map((field) => ({ field, theirs: String(valueOf(term, field)), by: lastEditor(term, field) }));
}

/** The draft on top of what the term says now, in all fields that nobody typed into. */
export function followed<Any extends Draft>(draft: Any, term: SheetTerm): Any {
  const isUntouched = (field: string): boolean =>
    !isOther(draft.values, draft.base, field) || !isOther(draft.values, term, field);
  return changedFields(draft.base, term)
    .filter(isUntouched)
    .reduce((open, field) => takingTheirs(open, term, field), draft);
}

/** It replaces what the term says now, knowingly. */
export const keepingMine = <Any extends Draft>(draft: Any, term: SheetTerm, field: string): Any => ({
  ...draft,
  base: withEdit(draft.base, onlyField(term, field)),
});

export const takingTheirs = <Any extends Draft>(draft: Any, term: SheetTerm, field: string): Any => ({
  ...keepingMine(draft, term, field),
  values: withEdit(draft.values, onlyField(term, field)),
});

function changedFields(base: TermValues, now: TermValues): string[] {
  const languages = new Set([...Object.keys(base.translations), ...Object.keys(now.translations)]);
  return [...plainFields, ...languages].filter((field) => isOther(base, now, field));
}

const isOther = (one: TermValues, other: TermValues, field: string): boolean =>
  valueOf(one, field) !== valueOf(other, field);

const isPlain = (field: string): field is (typeof plainFields)[number] =>
  plainFields.some((plain) => plain === field);

const valueOf = (values: TermValues, field: string): string | number =>
  isPlain(field) ? values[field] : textIn(values, field);

const onlyField = (values: TermValues, field: string): TermEdit =>
  isPlain(field) ? { [field]: values[field] } : { translations: { [field]: textIn(values, field) } };

function lastEditor({ steps = [] }: SheetTerm, field: string): string | null {
  const hasSet = (set: TermEdit): boolean =>
    Object.hasOwn(isPlain(field) ? set : (set.translations ?? {}), field);
  return steps.findLast(({ set }) => hasSet(set))?.by ?? null;
}
