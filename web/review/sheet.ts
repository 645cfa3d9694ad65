/** The terms as an operator sees them: those of the gateway, with own changes on top that it does not have yet. */
import {
  type Hand,
  markAccepted,
  markEdited,
  markRemoved,
  sameValues,
  type SeenValues,
  type SheetTerm,
  type TermValues,
  valuesOf,
  withMarkChanged,
} from '../../src/domain/review/term-sheet';
import { termbaseEdit } from '../../src/domain/review/termbase-conflicts';
import type { TermEdit } from '../../src/protocol/message-schemas';

export { sameValues, valuesOf };
export type { Hand, SeenValues, SheetTerm, TermEdit, TermValues };

/** One thing an operator did, to one term or to many. */
export type Change =
  /** `base`: the values of the term when its editing began. Where they differ by now, the edit is refused. */
  | {
      kind: 'edit';
      termIds: readonly string[];
      edit: TermEdit;
      /** What a term gets instead, where it is not the same for all. */
      edits?: Readonly<Record<string, TermEdit>>;
      base?: SeenValues;
    }
  /** Each becomes what the termbase has under its text. */
  | { kind: 'keep-termbase'; termIds: readonly string[] }
  | { kind: 'mark'; termIds: readonly string[]; removed: boolean }
  /** Found good in these languages; null: no longer. */
  | { kind: 'accept'; termIds: readonly string[]; languages: readonly string[] | null };

/** One that sets values of terms. */
export type EditingChange = Extract<Change, { kind: 'edit' | 'keep-termbase' }>;

/** The change without the terms that it would leave as they are; null where none is left. */
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

/** The change of some of its terms. */
export function forTerms(change: Change, termIds: readonly string[]): Change {
  if (change.kind !== 'edit' || change.edits === undefined) return { ...change, termIds };
  const { edits } = change;
  return {
    ...change,
    termIds,
    edits: Object.fromEntries(termIds.map((id) => [id, edits[id] ?? change.edit])),
  };
}

/** An edit of each of several terms, in one change. */
export function editOfEach(edits: Readonly<Record<string, TermEdit>>): Change[] {
  const termIds = Object.keys(edits);
  const [edit, ...others] = Object.values(edits);
  if (edit === undefined) return [];
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(edit));
  return [{ kind: 'edit', termIds, edit, ...(!isSame && { edits }) }];
}

/** Whether a term is as the change would make it. */
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

/** In which languages somebody finds a term good as it is; null: in none. */
export function acceptedBy({ accepted = [] }: SheetTerm, who: string): readonly string[] | null {
  return accepted.find(({ by }) => by === who)?.languages ?? null;
}

/** What a change sets of a term. */
export function editOf(term: SheetTerm, change: EditingChange): TermEdit {
  if (change.kind === 'keep-termbase') return termbaseEdit(term) ?? {};
  return change.edits?.[term.id] ?? change.edit;
}

export function withChange(term: SheetTerm, change: Change, hand: Hand): SheetTerm {
  if (alreadySo(term, change, hand.by)) return term;
  return withMarkChanged(term, (marks, base) => {
    switch (change.kind) {
      case 'mark':
        return markRemoved(marks, [term.id], change.removed ? hand : null);
      case 'accept':
        return markAccepted(marks, [term.id], { ...hand, languages: change.languages });
      case 'edit':
      case 'keep-termbase':
        return markEdited(marks, base, new Map([[term.id, withEdit(term, editOf(term, change))]]), hand);
    }
  });
}

/** All changes, in their order; terms that none of them touches stay the same objects. */
export function withChanges(
  terms: readonly SheetTerm[],
  changes: readonly Change[],
  hand: Hand,
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
    (changesById.get(term.id) ?? []).reduce((seen, change) => withChange(seen, change, hand), term),
  );
}

/** What a draft changes of a term; null: nothing. */
export function editBetween(before: TermValues, draft: TermValues): TermEdit | null {
  const edit: TermEdit = {};
  if (draft.term.trim() !== before.term) edit.term = draft.term.trim();
  if (draft.category.trim() !== before.category) edit.category = draft.category.trim();
  if (draft.score !== before.score) edit.score = draft.score;
  if (draft.note !== before.note) edit.note = draft.note;
  const translations = Object.entries(draft.translations).filter(
    ([language, text]) => text !== (before.translations[language] ?? ''),
  );
  if (translations.length > 0) edit.translations = Object.fromEntries(translations);
  return Object.keys(edit).length === 0 ? null : edit;
}

/** What takes all edits of a term back; null: it has none. */
export function editBack(term: SheetTerm): TermEdit | null {
  if (term.edited === null) return null;
  const { before } = term.edited;
  const added = Object.fromEntries(Object.keys(term.translations).map((language) => [language, '']));
  return editBetween(term, { ...before, translations: { ...added, ...before.translations } });
}

export function withEdit(values: TermValues, edit: TermEdit): TermValues {
  return {
    term: edit.term ?? values.term,
    category: edit.category ?? values.category,
    score: edit.score ?? values.score,
    note: edit.note ?? values.note,
    translations: { ...values.translations, ...edit.translations },
  };
}

/** Groups the terms that get the same message. */
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
