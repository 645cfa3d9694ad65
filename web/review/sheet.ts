/** The terms as an operator sees them: the gateway's, with the operator's own unsaved changes on top. */
import {
  type Author,
  markAccepted,
  markEdited,
  markRemoved,
  sameValues,
  type SeenValues,
  type SheetTerm,
  type TermValues,
  textIn,
  valuesOf,
  withMarkChanged,
} from '../../src/domain/review/term-sheet';
import { termbaseEdit } from '../../src/domain/review/termbase-conflicts';
import type { AcceptTerms, EditTerms, KeepTermbase, MarkTerms } from '../../src/protocol/console-api';
import type { TermEdit } from '../../src/protocol/message-schemas';

export { sameValues, valuesOf };
export type { Author, SeenValues, SheetTerm, TermEdit, TermValues };

/**
 * One action of an operator on one or more terms, with the fields of its operation. An edit has `edits` where it is not
 * the same for all terms; with `base`, it is refused where a term has other values by now.
 */
export type Change =
  | Of<'edit', EditTerms>
  /** Each term gets the values of its termbase entry. */
  | Of<'keep-termbase', KeepTermbase>
  | Of<'mark', MarkTerms>
  /** `languages` null: the acceptance is withdrawn. */
  | Of<'accept', AcceptTerms>;

type Of<Kind extends string, Message> = { kind: Kind } & {
  [Field in keyof Message]: Message[Field] extends (infer Item)[] | null
    ? readonly Item[] | Exclude<Message[Field], Item[]>
    : Message[Field];
};

export type EditingChange = Extract<Change, { kind: 'edit' | 'keep-termbase' }>;

/** Removes terms that the change would not alter; null where none is left. */
export function effectivePart(
  terms: ReadonlyMap<string, SheetTerm>,
  change: Change,
  me: string,
): Change | null {
  const termIds = change.termIds.filter((id) => {
    const term = terms.get(id);
    return term !== undefined && !alreadySo(term, change, me);
  });
  return termIds.length === 0 ? null : forTerms(change, termIds);
}

/** Limits the change to some of its terms. */
export function forTerms(change: Change, termIds: readonly string[]): Change {
  if (change.kind !== 'edit' || change.edits === undefined) return { ...change, termIds };
  const { edits } = change;
  return {
    ...change,
    termIds,
    edits: Object.fromEntries(termIds.map((id) => [id, edits[id] ?? change.edit])),
  };
}

/** One change with a separate edit for each term. */
export function editOfEach(edits: Readonly<Record<string, TermEdit>>): Change[] {
  const termIds = Object.keys(edits);
  const [edit, ...others] = Object.values(edits);
  if (edit === undefined) return [];
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(edit));
  return [{ kind: 'edit', termIds, edit, ...(!isSame && { edits }) }];
}

/** Whether a term already has the change's result. */
export function alreadySo(term: SheetTerm, change: Change, me: string): boolean {
  switch (change.kind) {
    case 'mark':
      return (term.removed !== null) === change.removed;
    case 'accept':
      return String(acceptedBy(term, me)) === String(change.languages);
    case 'edit':
    case 'keep-termbase':
      return sameValues(valuesOf(term), withEdit(term, editOf(term, change)));
  }
}

/** The languages in which a person has accepted the term; null: none. */
export function acceptedBy({ accepted = [] }: SheetTerm, who: string): readonly string[] | null {
  return accepted.find(({ by }) => by === who)?.languages ?? null;
}

export function editOf(term: SheetTerm, change: EditingChange): TermEdit {
  if (change.kind === 'keep-termbase') return termbaseEdit(term) ?? {};
  return change.edits?.[term.id] ?? change.edit;
}

export function withChange(term: SheetTerm, change: Change, author: Author): SheetTerm {
  if (alreadySo(term, change, author.by)) return term;
  return withMarkChanged(term, (marks, base) => {
    switch (change.kind) {
      case 'mark':
        return markRemoved(marks, [term.id], change.removed ? author : null);
      case 'accept':
        return markAccepted(marks, [term.id], { ...author, languages: change.languages });
      case 'edit':
      case 'keep-termbase':
        return markEdited(marks, base, new Map([[term.id, withEdit(term, editOf(term, change))]]), author);
    }
  });
}

/** Applies all changes in their order; untouched terms stay the same objects. */
export function withChanges(
  terms: readonly SheetTerm[],
  changes: readonly Change[],
  author: Author,
): readonly SheetTerm[] {
  if (changes.length === 0) return terms;
  const changesById = new Map<string, Change[]>();
  for (const change of changes) {
    for (const id of change.termIds) {
      const found = changesById.get(id);
      if (found === undefined) changesById.set(id, [change]);
      else found.push(change);
    }
  }
  return terms.map((term) =>
    (changesById.get(term.id) ?? []).reduce((seen, change) => withChange(seen, change, author), term),
  );
}

const plainFields = ['term', 'category', 'score', 'note'] as const;

/** All other fields are translations, and are named by their language. */
export const isPlain = (field: string): field is (typeof plainFields)[number] =>
  plainFields.some((plain) => plain === field);

export const valueOf = (values: TermValues, field: string): string | number =>
  isPlain(field) ? values[field] : textIn(values, field);

export function differingFields(one: TermValues, other: TermValues): string[] {
  const languages = new Set([...Object.keys(one.translations), ...Object.keys(other.translations)]);
  return [...plainFields, ...languages].filter((field) => valueOf(one, field) !== valueOf(other, field));
}

/** The edit that sets some fields to these values. */
export function editOfFields(values: TermValues, fields: readonly string[]): TermEdit {
  const languages = fields.filter((field) => !isPlain(field));
  return {
    ...Object.fromEntries(fields.filter(isPlain).map((field) => [field, values[field]])),
    ...(languages.length > 0 && {
      translations: Object.fromEntries(languages.map((language) => [language, textIn(values, language)])),
    }),
  };
}

/** The draft's changes of a term; null: there are none. */
export function editBetween(before: TermValues, draft: TermValues): TermEdit | null {
  const values = { ...draft, term: draft.term.trim(), category: draft.category.trim() };
  const fields = differingFields(before, values);
  return fields.length === 0 ? null : editOfFields(values, fields);
}

/** The edit that undoes all edits of a term; null: it has none. */
export const editBack = (term: SheetTerm): TermEdit | null =>
  term.edited && editBetween(term, term.edited.before);

export function withEdit(values: TermValues, edit: TermEdit): TermValues {
  return {
    term: edit.term ?? values.term,
    category: edit.category ?? values.category,
    score: edit.score ?? values.score,
    note: edit.note ?? values.note,
    translations: { ...values.translations, ...edit.translations },
  };
}

/** Groups terms by an equal value of `whatOf`. */
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
